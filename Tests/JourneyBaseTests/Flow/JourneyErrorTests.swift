import JourneyBase
import Testing

@Suite("Errors")
struct JourneyErrorTests {
    @Test("only errors that may be retried are recoverable")
    func recovery() {
        #expect(!JourneyError(.validationFail, "The amount is not valid.").isRecoverable)
        #expect(JourneyError(.netTimeout, "No answer.", recovery: .restart).isRecoverable)
        #expect(JourneyError(.rateLimited, "Too many.", recovery: .retry(after: .seconds(1))).isRecoverable)
    }

    @Test("an error is printed as its code and sentence")
    func text() {
        #expect("\(JourneyError(.originBlocked, "Not a listed origin."))" == "ORIGIN_BLOCKED: Not a listed origin.")
    }
}
