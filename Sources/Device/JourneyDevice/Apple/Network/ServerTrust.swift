internal import Dispatch
public import Foundation
public import JourneyBase
internal import JourneyCrypto
internal import Security

/// The evaluator of the servers of all TLS connections on this device, pages included: the system checks chain, validity and name,
/// then the pins are checked against the valid chain.
public final class ServerTrust: Sendable {
    let evaluator: PeerTrustEvaluator
    private let trust: TLSTrust

    /// Creates an evaluator.
    ///
    /// - Parameters:
    ///   - trust: Authorities and pins.
    ///   - reporter: Receives reports of pin failures.
    ///   - now: Returns the time at which pins must not have expired.
    public init(
        _ trust: TLSTrust, reporter: PinReporter? = nil, now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.trust = trust
        evaluator = PeerTrustEvaluator(pins: trust.pins, reporter: reporter, now: now)
    }

    /// Returns the error for which the challenge's server is not trusted; `nil` when it is. On `nil`, the caller uses the trust
    /// of the challenge.
    public func fault(_ challenge: URLAuthenticationChallenge) async -> JourneyError? {
        // On another thread: the system may fetch certificates and revocation lists.
        await withCheckedContinuation { continuation in
            DispatchQueue.global(qos: .userInitiated).async { [self] in
                continuation.resume(returning: evaluate(challenge.protectionSpace))
            }
        }
    }

    private func evaluate(_ space: URLProtectionSpace) -> JourneyError? {
        guard let server = space.serverTrust,
            let origin = Origin(scheme: "https", host: space.host.lowercased(), port: space.port)
        else { return JourneyError(.tlsFail, "The server sent no certificate.") }
        guard SecTrustSetPolicies(server, SecPolicyCreateSSL(true, origin.host as CFString)) == errSecSuccess,
            setAnchors(of: server), SecTrustEvaluateWithError(server, nil),
            let chain = SecTrustCopyCertificateChain(server) as? [SecCertificate]
        else { return NetworkFailure.untrusted(origin) }
        return evaluator.fault(of: chain.map { Array(SecCertificateCopyData($0) as Data) }, origin)
    }

    /// Sets the configured authorities in place of the system's; without any, the system's stay.
    private func setAnchors(of server: SecTrust) -> Bool {
        if trust.authorities.isEmpty { return true }
        guard let authorities = try? trust.authorities.flatMap({ try Certificate.list(pem: $0) }) else { return false }
        let anchors = authorities.compactMap { SecCertificateCreateWithData(nil, Data($0.encoded) as CFData) }
        return anchors.count == authorities.count
            && SecTrustSetAnchorCertificates(server, anchors as CFArray) == errSecSuccess
            && SecTrustSetAnchorCertificatesOnly(server, true) == errSecSuccess
    }
}
