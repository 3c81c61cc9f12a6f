import ByteCoding
import Glibc

/// Why no frame comes.
public enum FrameError: Error, Hashable, Sendable {
    /// The file or device cannot be opened, by the system's error number.
    case cannotOpen(path: String, error: Int32)
    /// The user may not use the device.
    case permissionDenied(path: String)
    /// No camera is attached.
    case noCamera
    /// What stands there is no camera: no video device, or one that gives no pictures.
    case notACamera(path: String)
    /// Another program uses the camera.
    case busy(path: String)
    /// The camera was pulled out.
    case unplugged(path: String)
    /// The camera offers none of the formats that are read; those it offers.
    case noFormat(path: String, offered: [String])
    /// The camera refuses, by the step and the system's error number.
    case cameraFailed(path: String, step: String, error: Int32)
    /// The program is not installed; the Debian package that holds it.
    case programMissing(name: String, package: String)
    /// The program refuses the file, in its own words.
    case refused(program: String, words: String)
    /// The file breaks off, and no frame of it can be found: its index may have stood at its end.
    case withoutEnd
    /// The file holds no moving pictures: sound alone, say.
    case noVideo
    /// The bytes are no stream of frames.
    case notAStream
    /// The stream breaks its format at this byte.
    case malformed(String, offset: Int)
    /// A frame is larger than the limit.
    case tooLarge(width: Int, height: Int, limit: Int)
    /// A stored picture within a stream has more bytes than the limit.
    case tooManyBytes(limit: Int)
    /// The source holds more frames than the limit.
    case tooManyFrames(limit: Int)
    /// No frame came for so long.
    case stalled(Duration)
    /// Whoever asked wants no more.
    case cancelled

    /// Translates the error of a device.
    package static func device(_ path: String, _ step: String, _ error: Int32) -> FrameError {
        switch error {
        case EACCES, EPERM: .permissionDenied(path: path)
        case EBUSY: .busy(path: path)
        case ENODEV, ENXIO: .unplugged(path: path)
        case ENOTTY, EINVAL:
            step == "open" || step == "capability" ? .notACamera(path: path) : failed(path, step, error)
        default: step == "open" ? .cannotOpen(path: path, error: error) : failed(path, step, error)
        }
    }

    private static func failed(_ path: String, _ step: String, _ error: Int32) -> FrameError {
        .cameraFailed(path: path, step: step, error: error)
    }
}

extension FrameError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .cannotOpen(let path, let error):
            "\(FileName.shown(path)) cannot be opened: \(String(cString: strerror(error)))"
        case .permissionDenied(let path): "\(FileName.shown(path)) may not be used by this user"
        case .noCamera: "no camera is attached"
        case .notACamera(let path): "\(path) is not a camera"
        case .busy(let path): "\(path) is in use by another program"
        case .unplugged(let path): "\(path) was unplugged"
        case .noFormat(let path, let offered):
            "\(path) offers no format that is read here (it offers \(offered.joined(separator: ", ")))"
        case .cameraFailed(let path, let step, let error):
            "\(path) fails at \(step): \(String(cString: strerror(error)))"
        case .programMissing(let name, _): "\(name) is not installed"
        case .refused(let program, let words): "\(program) cannot read the video: \(words)"
        case .withoutEnd: "the video breaks off so early that no frame of it can be found"
        case .noVideo: "it holds no moving pictures"
        case .notAStream: "the input is neither Y4M nor a stream of JPEG pictures"
        case .malformed(let what, let offset): "the stream is damaged at byte \(offset): \(what)"
        case .tooLarge(let width, let height, let limit):
            "the frames are \(width) × \(height) pixels; the limit is \(limit) pixels"
        case .tooManyBytes(let limit): "a picture of the stream has more than \(limit) bytes"
        case .tooManyFrames(let limit): "the video has more than \(limit) frames"
        case .stalled(let time): "no frame came for \(time.components.seconds) seconds"
        case .cancelled: "ended on request"
        }
    }

    /// The file or device that the description names; nil where it names none.
    public var path: String? {
        switch self {
        case .cannotOpen(let path, _), .permissionDenied(let path), .notACamera(let path), .busy(let path),
            .unplugged(let path), .noFormat(let path, _), .cameraFailed(let path, _, _):
            path
        case .noCamera, .programMissing, .refused, .withoutEnd, .noVideo, .notAStream, .malformed, .tooLarge,
            .tooManyBytes, .tooManyFrames, .stalled, .cancelled:
            nil
        }
    }

    /// What may help.
    public var hint: String {
        switch self {
        case .permissionDenied(let path) where path.hasPrefix("/dev/"):
            "join the group of the device: 'sudo usermod -aG video $USER', then log in again"
        case .permissionDenied: "look at the rights of the file"
        case .noCamera: "plug one in; 'ls /dev/video*' shows what the system sees"
        case .notACamera: "'emrtd mrz scan --camera list' shows those that are"
        case .busy: "close the program that uses it; 'fuser' names it"
        case .unplugged: "plug the camera in again and start over"
        case .programMissing(_, let package): "install the package \(package): 'apt install \(package)'"
        case .stalled: "look whether the camera or the program that sends the stream still works"
        case .notAStream: "ffmpeg makes one: 'ffmpeg -i FILE -pix_fmt gray -f yuv4mpegpipe -'"
        case .cannotOpen(let path, ENOENT) where path.hasPrefix("/dev/"):
            "'emrtd mrz scan --camera list' shows the cameras of this machine"
        case .cannotOpen(_, ENOENT): "look at the name; one with blanks or signs of the shell stands in quotes"
        case .cannotOpen: "look whether it is a file with a video in it"
        case .noFormat: "take another camera: MJPG, YUYV, NV12 and GREY are read"
        case .cameraFailed: "unplug the camera, plug it in again and start over; 'dmesg' may tell more"
        case .refused: "play it with another program, or make it anew: 'ffmpeg -i FILE OUT.mkv'"
        case .withoutEnd: "copy it again from where it was taken; a recording that was cut off has to be taken again"
        case .noVideo: "name a video that shows the document; a file with sound alone has nothing to read"
        case .malformed: "make the stream anew: 'ffmpeg -i FILE -pix_fmt gray -f yuv4mpegpipe OUT.y4m'"
        case .tooLarge: "make the frames smaller: 'ffmpeg -i FILE -vf scale=1920:-2 OUT.mkv'"
        case .tooManyBytes: "store the pictures of the stream smaller or with less quality"
        case .tooManyFrames: "cut the video, or read a part of it with --frames"
        case .cancelled: "run it again for the rest"
        }
    }
}
