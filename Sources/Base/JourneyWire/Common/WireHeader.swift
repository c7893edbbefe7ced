/// Header fields that several contracts share.
package enum WireHeader {
    package static let idempotencyKey = "Idempotency-Key"
}
