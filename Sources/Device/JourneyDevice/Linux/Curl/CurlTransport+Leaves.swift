package import JourneyBase

extension CurlTransport {
    /// By host, the certificates that a web engine is to accept although the system's authorities do not vouch for them: each
    /// was shown to us and passed chain, name, validity and pins just now.
    ///
    /// `trust` is what this transport was made with. Without pins and private authorities there is nothing to add to what the
    /// engine checks by itself. Throws as `leafCertificate(of:)` does.
    package func leafCertificates(of policy: SourcePolicy, _ trust: TLSTrust) async throws -> [String: [UInt8]] {
        guard !trust.authorities.isEmpty || !trust.pins.isEmpty else { return [:] }
        var leaves: [String: [UInt8]] = [:]
        for origin in policy.allowed.sorted(by: { "\($0)" < "\($1)" }) {
            leaves[origin.host] = try await leafCertificate(of: origin)
        }
        return leaves
    }
}
