import ByteCoding
import COpenJPEG

/// JPEG 2000 by OpenJPEG, over memory.
enum JPEG2000Codec {
    typealias CodecPointer = UnsafeMutablePointer<opj_codec_t?>
    typealias StreamPointer = UnsafeMutablePointer<opj_stream_t?>

    /// What OpenJPEG complained about, for its callbacks.
    private final class Messages {
        var lines: [String] = []

        /// The last complaint, which tells most; bounded.
        var words: String { String(lines.last?.prefix(200) ?? "no reason is given") }

        func listen(to codec: CodecPointer) {
            let context = Unmanaged.passUnretained(self).toOpaque()
            let note: opj_msg_callback = { text, context in
                guard let text, let context else { return }
                let messages = Unmanaged<Messages>.fromOpaque(context).takeUnretainedValue()
                let line = String(cString: text)
                if messages.lines.count < 100 {
                    messages.lines.append(line.last == "\n" ? String(line.dropLast()) : line)
                }
            }
            opj_set_error_handler(codec, note, context)
            opj_set_warning_handler(codec, note, context)
        }
    }

    static func describe(_ bytes: [UInt8], _ format: ImageFormat, _ limits: ImageLimits) throws(ImageError)
        -> ImageDescription
    {
        try withHeader(bytes, format, limits, isStrict: true) { (_, _, image, _) throws(ImageError) in
            ImageDescription(
                format: format, width: image.pointee.width, height: image.pointee.height,
                channelCount: Int(image.pointee.numcomps), bitsPerChannel: Int(image.pointee.comps[0].prec))
        }
    }

    /// Tolerated: data that end early; what is there is decoded and the codec's complaint handed on.
    static func decode(_ bytes: [UInt8], _ format: ImageFormat, _ limits: ImageLimits) throws(ImageError)
        -> DecodedImage
    {
        do {
            return try decode(bytes, format, limits, isStrict: true)
        } catch {
            guard case .malformed = error else { throw error }
            let partial = try decode(bytes, format, limits, isStrict: false)
            return DecodedImage(image: partial.image, remarks: partial.remarks + ["\(error)"], breaksOff: true)
        }
    }

    private static func decode(_ bytes: [UInt8], _ format: ImageFormat, _ limits: ImageLimits, isStrict: Bool)
        throws(ImageError) -> DecodedImage
    {
        try withHeader(bytes, format, limits, isStrict: isStrict) {
            (codec, stream, image, messages) throws(ImageError) in
            guard opj_decode(codec, stream, image) != 0 else { throw .malformed(PictureFormat(format), messages.words) }
            // The end-of-codestream marker may be missing; the pixels are there all the same.
            _ = opj_end_decompress(codec, stream)
            guard let pixels = JPEG2000Pixels.image(image.pointee) else {
                throw .malformed(PictureFormat(format), "the components do not make a picture")
            }
            return DecodedImage(image: pixels, remarks: messages.lines)
        }
    }

    private static func withHeader<Value>(
        _ bytes: [UInt8], _ format: ImageFormat, _ limits: ImageLimits, isStrict: Bool,
        _ body: (CodecPointer, StreamPointer, UnsafeMutablePointer<opj_image_t>, Messages) throws(ImageError) -> Value
    ) throws(ImageError) -> Value {
        let messages = Messages()
        let memory = MemoryStream(bytes)
        return try withExtendedLifetime((messages, memory)) { () throws(ImageError) in
            guard let stream = memory.open(isInput: true),
                let codec = opj_create_decompress(format == .jp2 ? OPJ_CODEC_JP2 : OPJ_CODEC_J2K)
            else { throw .codecFailure(PictureFormat(format), "no memory") }
            defer {
                opj_stream_destroy(stream)
                opj_destroy_codec(codec)
            }
            messages.listen(to: codec)
            var parameters = opj_dparameters_t()
            opj_set_default_decoder_parameters(&parameters)
            guard opj_setup_decoder(codec, &parameters) != 0,
                opj_decoder_set_strict_mode(codec, isStrict ? 1 : 0) != 0
            else { throw .codecFailure(PictureFormat(format), messages.words) }
            var header: UnsafeMutablePointer<opj_image_t>?
            defer { if let header { opj_image_destroy(header) } }
            guard opj_read_header(stream, codec, &header) != 0, let image = header else {
                throw .malformed(PictureFormat(format), messages.words)
            }
            try limits.check(width: image.pointee.width, height: image.pointee.height)
            guard (1...4).contains(image.pointee.numcomps), image.pointee.comps != nil else {
                throw .malformed(PictureFormat(format), "\(image.pointee.numcomps) components do not make a picture")
            }
            return try body(codec, stream, image, messages)
        }
    }

    static func encode(_ image: PixelImage, _ format: ImageEncoder.JPEG2000Format, compression: Float?)
        throws(ImageError) -> [UInt8]
    {
        let kind: PictureFormat = format == .jp2 ? .jp2 : .jpeg2000Codestream
        let messages = Messages()
        let memory = MemoryStream([])
        return try withExtendedLifetime((messages, memory)) { () throws(ImageError) in
            guard let source = JPEG2000Pixels.source(image) else { throw .codecFailure(kind, "no memory") }
            defer { opj_image_destroy(source) }
            guard let stream = memory.open(isInput: false),
                let codec = opj_create_compress(format == .jp2 ? OPJ_CODEC_JP2 : OPJ_CODEC_J2K)
            else { throw .codecFailure(kind, "no memory") }
            defer {
                opj_stream_destroy(stream)
                opj_destroy_codec(codec)
            }
            messages.listen(to: codec)
            var parameters = opj_cparameters_t()
            opj_set_default_encoder_parameters(&parameters)
            parameters.tcp_numlayers = 1
            parameters.cp_disto_alloc = 1
            parameters.tcp_rates.0 = compression ?? 0
            parameters.irreversible = compression == nil ? 0 : 1
            parameters.tcp_mct = image.channelCount == 3 ? 1 : 0
            // Small pictures have room for fewer wavelet levels than the six that are usual.
            while parameters.numresolution > 1, min(image.width, image.height) >> (parameters.numresolution - 1) == 0 {
                parameters.numresolution -= 1
            }
            guard opj_setup_encoder(codec, &parameters, source) != 0, opj_start_compress(codec, source, stream) != 0,
                opj_encode(codec, stream) != 0, opj_end_compress(codec, stream) != 0
            else { throw .codecFailure(kind, messages.words) }
            return memory.bytes
        }
    }
}

extension opj_image_t {
    fileprivate var width: Int { Int(x1) - Int(x0) }
    fileprivate var height: Int { Int(y1) - Int(y0) }
}
