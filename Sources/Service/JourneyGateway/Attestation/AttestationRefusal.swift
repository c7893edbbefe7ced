import JourneyServer
import JourneyWire

/// Why an attestation or an assertion is not believed; `docs/reference/attestation.md` has all codes.
struct AttestationRefusal: Error, Hashable {
    let code: AttestationCode
    /// One sentence for developers, with nothing of what was sent.
    let detail: String

    init(_ code: AttestationCode, _ detail: String) {
        self.code = code
        self.detail = detail
    }

    var problem: Problem { Problem(code.refusal, detail) }
}
