public import JourneyBase
import JourneyServer
import JourneyWire

extension ErrorCode {
    /// A file that the configuration names cannot be read, is too long, or holds what it may not.
    public static let fileUnusable = ErrorCode(rawValue: "FILE_UNUSABLE")
}

extension Problem {
    /// What cannot be done at the moment, because the database or a collector does not answer: come again.
    static func unavailable(_ sentence: String) -> Problem {
        Problem(.unavailable, sentence, headers: ["Retry-After": "5"])
    }

    /// Why a body is not looked at: it says that it is something else than `essence`. Nothing for one that says so.
    static func unsupported(_ request: HTTPRequest, _ essence: String) -> Problem? {
        request.hasBody(of: essence)
            ? nil : Problem(.unsupportedType, "Only plain \(essence) is taken here.")
    }
}

extension HTTPResponse {
    /// Headers of an answer that is made for one caller.
    static let unstored: HTTPFields = ["Cache-Control": "no-store"]

    /// The response that `work` gives, or the problem that it throws; for any other error 503, with `sentence`.
    static func answering(
        orUnavailable sentence: String = "This cannot be answered at the moment.",
        _ work: () async throws -> HTTPResponse
    ) async -> HTTPResponse {
        do { return try await work() } catch let refusal as AttestationRefusal {
            return refusal.problem.response
        } catch let problem as Problem { return problem.response } catch {
            return Problem.unavailable(sentence).response
        }
    }
}
