package import JourneyBase

extension CurlTransport {
    /// Returns, by host, the certificates that a web engine accepts although the system's authorities don't issue them.
    ///
    /// Each was just sent by its host and passed the checks of chain, name, validity and pins. `trust` is that of this transport.
    /// Without pins and private authorities the result is empty, because the engine's own checks suffice. Throws the errors of
    /// `leafCertificate(of:)`.
    package func leafCertificates(of policy: SourcePolicy, _ trust: TLSTrust) async throws -> [String: [UInt8]] {
        guard !trust.authorities.isEmpty || !trust.pins.isEmpty else { return [:] }
        var leaves: [String: [UInt8]] = [:]
        for origin in policy.allowed.sorted(by: { "\($0)" < "\($1)" }) {
            leaves[origin.host] = try await leafCertificate(of: origin)
        }
        return leaves
    }
}
