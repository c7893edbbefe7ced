public import JourneyBase
import JourneyServer

extension ErrorCode {
    /// A file that the configuration names cannot be read, is too long, or holds what it may not.
    public static let fileUnusable = ErrorCode(rawValue: "FILE_UNUSABLE")
}

extension Problem {
    /// What cannot be done at the moment, because the database or a collector does not answer: come again.
    static func unavailable(_ sentence: String) -> Problem {
        Problem(503, "SERVER_ERROR", sentence, headers: ["Retry-After": "5"])
    }

    /// Why a body is not looked at: it says that it is something else than `essence`. Nothing for one that says so.
    static func unsupported(_ request: HTTPRequest, _ essence: String) -> Problem? {
        request.hasBody(of: essence)
            ? nil : Problem(415, "UNSUPPORTED_TYPE", "Only plain \(essence) is taken here.")
    }
}
