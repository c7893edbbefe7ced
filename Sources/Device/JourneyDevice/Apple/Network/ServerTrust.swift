internal import Dispatch
public import Foundation
public import JourneyBase
internal import JourneyCrypto
internal import Security

/// Judges servers for everything on this device that speaks TLS, pages too: the system judges chain, validity and name,
/// then the pins judge the chain that it found good.
public final class ServerTrust: Sendable {
    let judge: PeerTrustEvaluator
    private let trust: TLSTrust

    /// `reporter` hears of pins that do not hold. `now` decides whether pins are too old.
    public init(
        _ trust: TLSTrust, reporter: PinReporter? = nil, now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.trust = trust
        judge = PeerTrustEvaluator(pins: trust.pins, reporter: reporter, now: now)
    }

    /// Why the server that asks to be trusted may not be; `nil` when it may. Throws nothing away: whoever gets `nil` uses
    /// the trust of the challenge.
    public func fault(_ challenge: URLAuthenticationChallenge) async -> JourneyError? {
        // On a thread of its own: the system may fetch certificates and revocation lists meanwhile.
        await withCheckedContinuation { continuation in
            DispatchQueue.global(qos: .userInitiated).async { [self] in
                continuation.resume(returning: evaluate(challenge.protectionSpace))
            }
        }
    }

    private func evaluate(_ space: URLProtectionSpace) -> JourneyError? {
        guard let server = space.serverTrust,
            let origin = Origin(scheme: "https", host: space.host.lowercased(), port: space.port)
        else { return JourneyError(.tlsFail, "A server showed no certificate.") }
        guard SecTrustSetPolicies(server, SecPolicyCreateSSL(true, origin.host as CFString)) == errSecSuccess,
            setAnchors(of: server), SecTrustEvaluateWithError(server, nil),
            let chain = SecTrustCopyCertificateChain(server) as? [SecCertificate]
        else { return NetworkFailure.untrusted(origin) }
        return judge.fault(of: chain.map { Array(SecCertificateCopyData($0) as Data) }, origin)
    }

    /// The configured authorities take the place of the system's; without any, the system's stay.
    private func setAnchors(of server: SecTrust) -> Bool {
        if trust.authorities.isEmpty { return true }
        guard let authorities = try? trust.authorities.flatMap({ try Certificate.list(pem: $0) }) else { return false }
        let anchors = authorities.compactMap { SecCertificateCreateWithData(nil, Data($0.encoded) as CFData) }
        return anchors.count == authorities.count
            && SecTrustSetAnchorCertificates(server, anchors as CFArray) == errSecSuccess
            && SecTrustSetAnchorCertificatesOnly(server, true) == errSecSuccess
    }
}
