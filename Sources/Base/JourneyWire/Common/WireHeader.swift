/// Headers that more than one contract has.
package enum WireHeader {
    package static let idempotencyKey = "Idempotency-Key"
}
