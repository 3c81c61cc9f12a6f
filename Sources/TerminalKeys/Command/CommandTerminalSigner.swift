public import AccessControl
import ByteCoding
import ChildPrograms
public import Cryptography
import Glibc
import Standards

/// A terminal's key behind a program of the user's: a control centre's client, say.
///
/// The program is run once for each signature, without a shell, as `PROGRAM sign ALGORITHM`. It gets the hash value as
/// bytes on standard input and writes the bare signature to standard output: r ‖ s for ECDSA, the octets of the number
/// for RSA. ALGORITHM is the name of the specification, such as `id-TA-ECDSA-SHA-256`; it stands in the variable
/// `EMRTD_ALGORITHM` too, and the hash value in hexadecimal in `EMRTD_HASH`. Any exit status but 0 is a refusal, and
/// what the program wrote to standard error then is shown.
public struct CommandTerminalSigner: TerminalSigner {
    private let path: String
    private let timeLimit: Duration

    /// - Parameter program: A path, or a name that is looked for in `PATH`.
    public init(program: String, timeLimit: Duration = .seconds(30)) throws(TerminalKeyError) {
        guard let path = Self.find(program) else { throw .unusableProgram(path: program) }
        self.path = path
        self.timeLimit = timeLimit
    }

    public func sign(_ message: [UInt8], algorithm: SignatureAlgorithm) throws(TerminalSigningError) -> [UInt8] {
        guard let name = algorithm.terminalAuthenticationName else { throw .unusableKey(.algorithmDoesNotFitKey) }
        let digest = algorithm.hash.hash(message)
        let command = ProgramCommand(
            path, arguments: ["sign", name],
            variables: ["EMRTD_ALGORITHM": name, "EMRTD_HASH": Hexadecimal.encode(digest)])
        let outcome: ChildProgram.Outcome
        do throws(ChildProgram.Failure) {
            outcome = try ChildProgram.run(command, input: digest, outputLimit: Self.outputLimit, timeLimit: timeLimit)
        } catch { throw .refused(reason(error)) }
        guard outcome.isSuccess else {
            throw .refused(
                Reason(
                    "signerFailed",
                    "The program '\(path)' did not sign: it ended with \(outcome.ending)\(said(outcome.errors)).")
            )
        }
        guard !outcome.output.isEmpty else {
            throw .refused(Reason("signerSilent", "The program '\(path)' wrote no signature\(said(outcome.errors))."))
        }
        return outcome.output
    }

    /// The longest signature: RSA of 16384 bits.
    private static let outputLimit = 2048

    private func said(_ errors: String) -> String { errors.isEmpty ? "" : ": \(errors)" }

    private func reason(_ failure: ChildProgram.Failure) -> Reason {
        switch failure {
        case .cannotStart(let error):
            Reason("signerFailed", "The program '\(path)' does not start: \(SystemError.words(error)).")
        case .late:
            Reason(
                "signerLate",
                "The program '\(path)' did not sign within \(timeLimit.components.seconds) s and was ended.")
        case .cancelled: Reason("signerCancelled", "The program '\(path)' was ended on request.")
        case .tooMuchOutput:
            Reason(
                "signerLoud",
                "The program '\(path)' wrote more than \(Self.outputLimit) bytes, which is no signature, and was ended."
            )
        }
    }

    private static func find(_ program: String) -> String? {
        let folders =
            program.contains("/")
            ? [""]
            : (getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin")
                .split(separator: ":").map { "\($0)/" }
        return folders.map { $0 + program }.first { path in
            var status = stat()
            return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
        }
    }
}
