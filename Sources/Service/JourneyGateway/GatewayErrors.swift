public import JourneyBase
import JourneyServer
import JourneyWire

extension ErrorCode {
    /// A file of the configuration can't be read, is too long or has invalid content.
    ///
    /// Next step: Correct the file or its path; the message has the cause.
    public static let fileUnusable = ErrorCode(rawValue: "FILE_UNUSABLE")
}

extension Problem {
    /// A 503 with `Retry-After` for a temporary failure of the database or a collector.
    static func unavailable(_ sentence: String) -> Problem {
        Problem(.unavailable, sentence, headers: ["Retry-After": "5"])
    }

    /// Returns the problem for a body whose type isn't `essence`, otherwise `nil`.
    static func unsupported(_ request: HTTPRequest, _ essence: String) -> Problem? {
        request.hasBody(of: essence)
            ? nil : Problem(.unsupportedType, "The content type must be plain \(essence).")
    }
}

extension HTTPResponse {
    /// Headers of an answer for a single caller.
    static let unstored: HTTPFields = ["Cache-Control": "no-store"]

    /// Returns the response of `work` or the problem that it throws; for any other error 503 with `sentence`.
    static func answering(
        orUnavailable sentence: String = "The request cannot be processed at the moment.",
        _ work: () async throws -> HTTPResponse
    ) async -> HTTPResponse {
        do { return try await work() } catch let refusal as AttestationRefusal {
            return refusal.problem.response
        } catch let problem as Problem { return problem.response } catch {
            return Problem.unavailable(sentence).response
        }
    }
}
