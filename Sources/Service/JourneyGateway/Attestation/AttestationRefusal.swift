import JourneyServer
import JourneyWire

/// The rejection of an attestation or assertion; `docs/reference/attestation.md` lists all codes.
struct AttestationRefusal: Error, Hashable {
    let code: AttestationCode
    /// One sentence for developers, without any of the request's content.
    let detail: String

    init(_ code: AttestationCode, _ detail: String) {
        self.code = code
        self.detail = detail
    }

    var problem: Problem { Problem(code.refusal, detail) }
}
