/// The system's generator.
enum SystemRandom {
    @Sendable static func bytes(_ count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        var out: [UInt8] = []
        out.reserveCapacity(count)
        while out.count < count {
            withUnsafeBytes(of: generator.next() as UInt64) { out.append(contentsOf: $0.prefix(count - out.count)) }
        }
        return out
    }
}
