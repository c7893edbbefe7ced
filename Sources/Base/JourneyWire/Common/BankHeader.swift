/// The header fields of a bank's API that the SDK adds to the calls of a run.
package enum BankHeader {
    /// The idempotency key: the bank performs a call at most once per key.
    package static let idempotencyKey = "X-Idempotency-Key"
    /// The ticket of an attested run (`AttestationContract`).
    package static let ticket = "X-HSBC-Attest"
}
