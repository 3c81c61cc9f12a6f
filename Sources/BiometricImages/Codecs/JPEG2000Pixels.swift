import COpenJPEG

/// Components of OpenJPEG to pixels and back.
enum JPEG2000Pixels {
    /// Samples of one component, scaled to eight bits and to the size of the picture.
    private struct Component {
        let data: UnsafeMutablePointer<Int32>
        let width: Int
        let height: Int
        let offset: Int
        let precision: Int

        init?(_ component: opj_image_comp_t) {
            guard let data = component.data, component.w > 0, component.h > 0, (1...31).contains(component.prec) else {
                return nil
            }
            self.data = data
            width = Int(component.w)
            height = Int(component.h)
            precision = Int(component.prec)
            offset = component.sgnd != 0 ? 1 << (precision - 1) : 0
        }

        /// The sample for a pixel of a picture of `size`; a component with fewer samples repeats them.
        func sample(_ x: Int, _ y: Int, of size: (width: Int, height: Int)) -> Int {
            let column = width == size.width ? x : x * width / size.width
            let row = height == size.height ? y : y * height / size.height
            let value = Int(data[row * width + column]) + offset
            if precision == 8 { return min(max(value, 0), 255) }
            let scaled = precision > 8 ? value >> (precision - 8) : value * 255 / ((1 << precision) - 1)
            return min(max(scaled, 0), 255)
        }
    }

    /// The picture; nil where the components do not make one. A second or fourth component, transparency, is left out.
    static func image(_ image: opj_image_t) -> PixelImage? {
        guard let stored = image.comps else { return nil }
        let channelCount = image.numcomps >= 3 ? 3 : 1
        var components: [Component] = []
        for index in 0..<channelCount {
            guard let component = Component(stored[index]) else { return nil }
            components.append(component)
        }
        let size = (width: components[0].width, height: components[0].height)
        guard size.width <= 0xFFFF, size.height <= 0xFFFF else { return nil }
        let isYCC = channelCount == 3 && (image.color_space == OPJ_CLRSPC_SYCC || image.color_space == OPJ_CLRSPC_EYCC)
        var pixels: [UInt8] = []
        pixels.reserveCapacity(size.width * size.height * channelCount)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let first = components[0].sample(x, y, of: size)
                guard channelCount == 3 else {
                    pixels.append(UInt8(first))
                    continue
                }
                let second = components[1].sample(x, y, of: size)
                let third = components[2].sample(x, y, of: size)
                if isYCC {
                    appendColours(first, second - 128, third - 128, to: &pixels)
                } else {
                    pixels.append(UInt8(first))
                    pixels.append(UInt8(second))
                    pixels.append(UInt8(third))
                }
            }
        }
        return PixelImage(width: size.width, height: size.height, channelCount: channelCount, pixels: pixels)
    }

    /// Luminance and colour differences to red, green, blue, in thousandths.
    ///
    /// Spec: ITU-R BT.601 for full-range components.
    private static func appendColours(_ y: Int, _ cb: Int, _ cr: Int, to pixels: inout [UInt8]) {
        for value in [y * 1000 + 1402 * cr, y * 1000 - 344 * cb - 714 * cr, y * 1000 + 1772 * cb] {
            pixels.append(UInt8(min(max(value / 1000, 0), 255)))
        }
    }

    /// Pixels as OpenJPEG takes them; the caller destroys the result.
    static func source(_ image: PixelImage) -> UnsafeMutablePointer<opj_image_t>? {
        var parameters = [opj_image_cmptparm_t](repeating: opj_image_cmptparm_t(), count: image.channelCount)
        for index in parameters.indices {
            parameters[index].w = UInt32(image.width)
            parameters[index].h = UInt32(image.height)
            (parameters[index].dx, parameters[index].dy, parameters[index].prec) = (1, 1, 8)
        }
        let space = image.channelCount == 3 ? OPJ_CLRSPC_SRGB : OPJ_CLRSPC_GRAY
        guard let source = opj_image_create(UInt32(image.channelCount), &parameters, space) else { return nil }
        source.pointee.x1 = UInt32(image.width)
        source.pointee.y1 = UInt32(image.height)
        for channel in 0..<image.channelCount {
            guard let data = source.pointee.comps[channel].data else { continue }
            for pixel in 0..<image.width * image.height {
                data[pixel] = Int32(image.pixels[pixel * image.channelCount + channel])
            }
        }
        return source
    }
}
