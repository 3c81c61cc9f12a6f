import ByteCoding
import LDS

extension FieldTree {
    init(_ image: FaceImage) {
        let face = image.information
        self.init()
        add("format", "Format", image.format?.rawValue ?? "not recognized")
        add("byteCount", "Bytes", image.picture.count)
        add("encoding", "Record", image.encoding.rawValue)
        add("width", "Width", face.width)
        add("height", "Height", face.height)
        add("kind", "Kind", face.kind?.rawValue)
        add("colourSpace", "Colours", face.colourSpace?.rawValue)
        add("source", "Source", face.source?.rawValue)
        add("quality", "Quality", face.quality)
        add("gender", "Gender", face.gender?.rawValue)
        add("eyeColour", "Eye colour", face.eyeColour?.rawValue)
        add("hairColour", "Hair colour", face.hairColour?.rawValue)
        add("subjectHeight", "Height in mm", face.subjectHeight)
        add("properties", "Properties", face.properties.map(\.rawValue).sorted())
        add("expressions", "Expression", face.expressions.map(\.rawValue).sorted())
        add("yaw", "Yaw", face.pose?.yaw?.degrees)
        add("pitch", "Pitch", face.pose?.pitch?.degrees)
        add("roll", "Roll", face.pose?.roll?.degrees)
        add("poseUncertainty", "Pose uncertainty", face.pose?.uncertaintyText)
        add("featurePoints", "Feature points", face.featurePoints.map(\.text))
        add("announcedFormat", "Announced", face.announcedFormat?.rawValue)
        add("deviceType", "Device", face.deviceType)
        add("deviceModel", "Device", face.deviceModel?.description)
        add("certifications", "Certified", face.certifications.map(\.description))
        add("qualities", "Qualities", face.qualities.map(\.text))
        add("processing", "Processing", face.processing.map(\.rawValue).sorted())
        add("lossyTransformations", "Lossy transformations", face.lossyTransformations.map { "\($0)" })
        add("cameraToSubjectDistance", "Distance in mm", face.cameraToSubjectDistance)
        add("sensorDiagonal", "Sensor diagonal", face.sensorDiagonal)
        add("lensFocalLength", "Focal length", face.lensFocalLength)
        add("headWidth", "Head width", face.measurements?.headWidth)
        add("headLength", "Head length", face.measurements?.headLength)
        add("interEyeDistance", "Between the eyes", face.measurements?.interEyeDistance)
        add("eyeToMouthDistance", "Eyes to mouth", face.measurements?.eyeToMouthDistance)
        add("spectra", "Light", face.spectra.map(\.rawValue).sorted())
        add("referenceColourSchema", "Colour schema", bytes: face.referenceColourSchema)
        add(
            "referenceColours", "Reference colours",
            face.referenceColours.map {
                "\(Hexadecimal.encode($0.definition ?? [])): \(Hexadecimal.encode($0.value ?? []))"
            })
        add("representation", "Representation", face.representation)
        add("session", "Session", face.session)
        add("derivedFrom", "Derived from", face.derivedFrom)
        add("presentationAttack", "Attack detection", face.presentationAttack.map { [FieldTree($0)] } ?? [])
        add("capturedAt", "Captured", face.capturedAt?.description)
    }

    init(_ image: FingerImage) {
        let finger = image.information
        self.init()
        add("position", "Position", finger.position.map { "\($0)" })
        add("format", "Format", image.format?.rawValue ?? (image.rawPixels == nil ? "not recognized" : "raw pixels"))
        add("byteCount", "Bytes", image.picture.count)
        add("encoding", "Record", image.encoding.rawValue)
        add("announcedFormat", "Announced", finger.compression?.rawValue)
        add("impression", "Impression", finger.impression?.rawValue)
        add("width", "Width", finger.width)
        add("height", "Height", finger.height)
        add("bitsPerPixel", "Bits of a pixel", finger.bitsPerPixel)
        add("captureRate", "Captured at", finger.captureRate?.text)
        add("imageRate", "Stored at", finger.imageRate?.text)
        add("viewNumber", "View", finger.viewNumber)
        add("viewCount", "Views", finger.viewCount)
        add("acquisitionLevel", "Acquisition level", finger.acquisitionLevel)
        add("deviceType", "Device", finger.deviceType)
        add("deviceModel", "Device", finger.deviceModel?.description)
        add("deviceTechnology", "Technology", finger.deviceTechnology)
        add("certifications", "Certified", finger.certifications.map(\.description))
        add("quality", "Quality", finger.quality.map(\.text))
        add("capturedAt", "Captured", finger.capturedAt?.description)
        add("isPositionComputed", "Position computed", finger.isPositionComputed)
        add("originalRotation", "Rotation", finger.originalRotation)
        add("isRotatedToVertical", "Turned upright", finger.isRotatedToVertical)
        add("isLossilyCompressed", "Lossily compressed", finger.isLossilyCompressed)
        add("segments", "Segment", finger.segments.map(FieldTree.init))
        add(
            "annotations", "Annotations",
            finger.annotations.map { annotation in
                let reason = annotation.reason.map { "\($0)" } ?? "unknown"
                return "\(annotation.position.map { "\($0)" } ?? "unknown"): \(reason)"
            })
        add("comments", "Comments", finger.comments)
        add("vendorData", "Vendor data", finger.vendorData.map(\.text))
        add("presentationAttack", "Attack detection", finger.presentationAttack.map { [FieldTree($0)] } ?? [])
    }

    private init(_ segment: FingerInformation.Segment) {
        self.init()
        add("position", "Position", segment.position.map { "\($0)" })
        add("points", "Points", segment.points.map { "\($0.x), \($0.y)" })
        add("orientation", "Orientation", segment.orientation)
        add("quality", "Quality", segment.quality.map(\.text))
        add("confidence", "Confidence", segment.confidence)
        add("algorithm", "Algorithm", segment.algorithm?.description)
    }

    init(_ image: IrisImage) {
        let iris = image.information
        self.init()
        add("eye", "Eye", iris.eye.map { "\($0)" })
        add("format", "Format", image.format?.rawValue ?? (image.rawPixels == nil ? "not recognized" : "raw pixels"))
        add("byteCount", "Bytes", image.picture.count)
        add("encoding", "Record", image.encoding.rawValue)
        add("announcedFormat", "Announced", iris.announcedFormat?.rawValue)
        add("geometry", "Geometry", iris.geometry?.rawValue)
        add("kind", "Kind", iris.kind.map { "\($0)" })
        add("width", "Width", iris.width)
        add("height", "Height", iris.height)
        add("bitsPerPixel", "Bits of a pixel", iris.bitsPerPixel)
        add("horizontalOrientation", "Horizontal orientation", iris.horizontalOrientation.map { "\($0)" })
        add("verticalOrientation", "Vertical orientation", iris.verticalOrientation.map { "\($0)" })
        add("scan", "Scan", iris.scan.map { "\($0)" })
        add("occlusionsProcessed", "Occlusions processed", iris.occlusionsProcessed)
        add("occlusionFilling", "Occlusion filling", iris.occlusionFilling.map { "\($0)" })
        add("boundaryExtracted", "Boundary extracted", iris.boundaryExtracted)
        add("isTransformed", "Transformed", iris.isTransformed)
        add("compressionHistory", "Compression before", iris.compressionHistory.map { "\($0)" })
        add("diameter", "Diameter", iris.diameter)
        add("distance", "Distance in mm", iris.distance)
        add("imageNumber", "Number", iris.imageNumber)
        add("rotation", "Rotation", iris.rotation)
        add("rotationUncertainty", "Rotation uncertainty", iris.rotationUncertainty)
        add("localisation", "Localisation", iris.localisation.map { [FieldTree($0)] } ?? [])
        add("deviceType", "Device", iris.deviceType)
        add("deviceIdentifier", "Device identifier", bytes: iris.deviceIdentifier)
        add("deviceModel", "Device", iris.deviceModel?.description)
        add("deviceTechnology", "Technology", iris.deviceTechnology)
        add("certifications", "Certified", iris.certifications.map(\.description))
        add("quality", "Quality", iris.quality.map(\.text))
        add("capturedAt", "Captured", iris.capturedAt?.description)
        add("presentationAttack", "Attack detection", iris.presentationAttack.map { [FieldTree($0)] } ?? [])
    }

    private init(_ place: IrisInformation.Localisation) {
        self.init()
        add("smallestX", "Smallest x", place.smallestX)
        add("largestX", "Largest x", place.largestX)
        add("smallestY", "Smallest y", place.smallestY)
        add("largestY", "Largest y", place.largestY)
        add("smallestDiameter", "Smallest diameter", place.smallestDiameter)
        add("largestDiameter", "Largest diameter", place.largestDiameter)
    }

    init(_ attack: PresentationAttackData) {
        self.init()
        add("decision", "Decision", attack.decision.map { "\($0)" })
        add("scores", "Scores", attack.scores.map(\.text))
        add("captureContext", "Context", attack.captureContext.map { "\($0)" })
        add("supervision", "Supervision", attack.supervision.map { "\($0)" })
        add("riskLevel", "Risk", attack.riskLevel)
        add("criteria", "Criteria", attack.criteria.map { "\($0)" })
        add("parameter", "Parameter", bytes: attack.parameter)
        add("challenges", "Challenges", attack.challenges.map(Hexadecimal.encode))
        add("extendedData", "Further data", attack.extendedData.map(\.text))
        add("capturedAt", "Captured", attack.capturedAt?.description)
    }
}

extension FaceInformation.Pose {
    /// The uncertainties of yaw, pitch and roll; nil where none is known.
    fileprivate var uncertaintyText: String? {
        let all = [yaw, pitch, roll].map { $0?.uncertainty }
        guard all.contains(where: { $0 != nil }) else { return nil }
        return all.map { $0.map { "\($0)" } ?? "unknown" }.joined(separator: ", ")
    }
}

extension FaceInformation.FeaturePoint {
    fileprivate var text: String {
        let place = [x, y, z].compactMap { $0 }.map { "\($0)" }.joined(separator: ", ")
        return "\(name): \(place)\(isTexture ? " of the texture" : "")"
    }
}

extension SamplingRate {
    fileprivate var text: String {
        let rate = horizontal == vertical ? "\(horizontal)" : "\(horizontal) x \(vertical)"
        return "\(rate) per \(unit == .inch ? "inch" : "centimetre")"
    }
}

extension BiometricQuality {
    var text: String {
        let score = score.map { "\($0)" } ?? "not computed"
        guard let organization, let algorithm else { return score }
        return "\(score) (algorithm \(organization)/\(algorithm))"
    }
}

extension FingerInformation.VendorData {
    fileprivate var text: String {
        "\(kind.map { "\($0)" } ?? "unknown"): \(Hexadecimal.encode(data.prefix(256)))"
    }
}
