/// The headers of a bank's API that the SDK sends with the calls of a run.
package enum BankHeader {
    /// The key under which a call is done at most once.
    package static let idempotencyKey = "X-Idempotency-Key"
    /// The ticket of an attested run (`AttestationContract`).
    package static let ticket = "X-HSBC-Attest"
}
