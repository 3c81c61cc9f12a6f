import ByteCoding
import CardTransport
import Standards

/// The JSON form of a trace that is shown.
struct TraceView: Encodable {
    let detail: String
    var reader: String?
    var startedAt: String?
    let answerToReset: String
    let events: [EventView]
    let steps: [StepView]
    let total: StepView

    /// - Parameter detail: how much the file holds, which may be more than is shown.
    init(_ trace: Trace, detail: Trace.Detail) {
        self.detail = detail.rawValue
        reader = trace.readerName
        startedAt = trace.startedAt?.description
        answerToReset = Hexadecimal.encode(trace.answerToReset)
        events = trace.events.map(EventView.init)
        steps = trace.trafficByStep.map { StepView($0.step, $0.traffic) }
        total = StepView("all", trace.traffic)
    }

    struct StepView: Encodable {
        let name: String
        let apduCount: Int
        let sentByteCount: Int
        let receivedByteCount: Int
        let microseconds: Int

        init(_ name: String, _ traffic: Traffic) {
            self.name = name
            apduCount = traffic.commandCount
            sentByteCount = traffic.sentByteCount
            receivedByteCount = traffic.receivedByteCount
            microseconds = traffic.duration.microseconds
        }
    }

    /// A reader's code in eight digits.
    static func code(_ code: UInt32) -> String {
        Hexadecimal.encode((0..<4).map { UInt8(truncatingIfNeeded: code >> (24 - 8 * $0)) })
    }

    struct EventView: Encodable {
        let event: String
        var step: String?
        var header: String?
        var command: String?
        var data: PayloadView?
        var expectedCount: Int?
        var answer: PayloadView?
        var status: String?
        var failure: String?
        var answerToReset: String?
        var maximumCommandByteCount: Int?
        var microseconds: Int?
        var password: UInt8?
        var code: String?

        init(_ event: Trace.Event) {
            switch event {
            case .step(let name):
                self.event = "step"
                step = name
            case .random(let payload):
                self.event = "random"
                data = PayloadView(payload)
            case .readerPACE(let run):
                self.event = "readerPACE"
                password = run.passwordNumber
                data = PayloadView(run.chat)
                switch run.outcome {
                case .unavailable: break
                case .failure(let error): failure = error.code
                case .answer(let code, let output):
                    self.code = TraceView.code(code)
                    answer = PayloadView(output)
                }
                microseconds = run.duration.microseconds
            case .limit(let limit):
                self.event = "limit"
                maximumCommandByteCount = limit
            case .reset(let failure, let duration):
                self.event = "reset"
                self.failure = failure?.code
                microseconds = duration.microseconds
            case .reconnect(let answerToReset, let failure, let duration):
                self.event = "reconnect"
                self.answerToReset = Hexadecimal.encode(answerToReset)
                self.failure = failure?.code
                microseconds = duration.microseconds
            case .exchange(let exchange):
                self.event = "exchange"
                header = Hexadecimal.encode(exchange.command.header)
                command = CommandNames.name(of: exchange.command)
                data = PayloadView(exchange.command.data)
                expectedCount = exchange.command.expectedCount
                switch exchange.outcome {
                case .failure(let error): failure = error.code
                case .answer(let payload, let word):
                    answer = PayloadView(payload)
                    status = word.description
                }
                microseconds = exchange.duration.microseconds
            }
        }
    }

    struct PayloadView: Encodable {
        let byteCount: Int
        var bytes: String?

        init(_ payload: Trace.Payload) {
            byteCount = payload.count
            if case .bytes(let bytes) = payload { self.bytes = Hexadecimal.encode(bytes) }
        }
    }
}
