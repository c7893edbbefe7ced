/// The header fields of a bank's API that the SDK adds to the calls of a run.
package enum BankHeader {
    /// The idempotency key: the bank performs a call at most once per key.
    package static let idempotencyKey = "X-Idempotency-Key"
    /// Returns `true` if `name` is the field of the idempotency key, in any case.
    package static func isIdempotencyKey(_ name: String) -> Bool { name.lowercased() == idempotencyKey.lowercased() }
    /// The ticket of an attested run (`AttestationContract`).
    package static let ticket = "X-HSBC-Attest"
}
