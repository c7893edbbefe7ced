import Foundation
public import JourneyBase
import JourneyCrypto
import WalletPass

/// The validated contents of the files in the pass service's configuration.
struct PassContent: Sendable {
    let configuration: GatewayConfiguration.Passes
    let types: [PassTypeContent]
    /// PEM authorities trusted for the push service; empty for the system's.
    let pushAuthorities: [String]

    /// Reads the files. Throws `FILE_UNUSABLE`, `FILE_WRITABLE`, `SECRET_EXPOSED`, and `CERTIFICATE_MISMATCH` for a certificate
    /// of another pass type. An expired certificate is accepted and logged, so that the other types stay in service.
    init(_ configuration: GatewayConfiguration.Passes) throws(JourneyError) {
        self.configuration = configuration
        var types: [PassTypeContent] = []
        for (identifier, kind) in configuration.types.sorted(by: { $0.key < $1.key }) {
            types.append(try PassContent.type(identifier, kind, "passes.types.\(identifier)"))
        }
        self.types = types
        pushAuthorities = try configuration.pushes?.authorities() ?? []
    }

    /// Returns the service's settings for `port`.
    func settings(port: Int) throws(JourneyError) -> PassSettings {
        guard let origin = Origin(scheme: "https", host: configuration.host, port: port) else {
            throw JourneyError(.configurationInvalid, "passes.host: \(configuration.host) forms no valid URL.")
        }
        var settings = PassSettings(origin: origin)
        settings.sessionTime = configuration.sessionTime
        settings.userTokenTime = configuration.userTokenTime
        settings.identifiers = configuration.identifiers
        settings.rates = configuration.rates
        return settings
    }

    func factory(port: Int, dependencies: Dependencies) throws(JourneyError) -> PassFactory {
        PassFactory(types: types, origin: try settings(port: port).origin, now: dependencies.now)
    }

    private static func type(
        _ identifier: String, _ kind: GatewayConfiguration.Passes.Kind, _ place: String
    ) throws(JourneyError) -> PassTypeContent {
        let member = place + ".pkcs12File"
        let bytes = try GatewayFile.read(kind.pkcs12File, member, as: .serviceSecret)
        let password = try GatewayFile.secret(kind.passwordFile, place + ".passwordFile")
        let identity: SigningIdentity
        do throws(CryptoError) { identity = try SigningIdentity(pkcs12: bytes, password: password) } catch {
            throw GatewayFile.fault(
                member, kind.pkcs12File,
                error == .authenticationFailed
                    ? "cannot be decrypted with the password" : "contains no usable key with its certificate: \(error)")
        }
        let whole = try chained(identity, kind, place)
        let template = try PassTemplate(files: PassFolder.read(kind.templateFolder, place + ".templateFolder"))
        let content: PassTypeContent
        do throws(CryptoError) { content = try PassTypeContent(identity: whole, template: template) } catch {
            throw JourneyError(.certificateMismatch, "\(member): the certificate does not name a pass type and a team.")
        }
        guard content.names.passTypeIdentifier == identifier else {
            throw JourneyError(
                .certificateMismatch,
                "\(member): the certificate is for the pass type \(content.names.passTypeIdentifier).")
        }
        return content
    }

    /// Adds the intermediates. Without them, Wallet silently refuses each pass.
    private static func chained(
        _ identity: SigningIdentity, _ kind: GatewayConfiguration.Passes.Kind, _ place: String
    ) throws(JourneyError) -> SigningIdentity {
        var identity = identity
        if let file = kind.intermediatesFile {
            let member = place + ".intermediatesFile"
            let list = try GatewayFile.certificates(file, member).list
            do throws(CryptoError) { identity = try identity.adding(list) } catch {
                throw GatewayFile.fault(
                    member, file, "contains certificates that cannot be added to the chain: \(error)")
            }
        }
        let issuer = identity.certificate.issuer.encoded
        guard identity.chain.contains(where: { $0.subject.encoded == issuer }) else {
            throw JourneyError(
                .fileUnusable,
                "\(place): the certificate's issuer is missing; name it (Apple's WWDR) in intermediatesFile.")
        }
        return identity
    }
}

extension ErrorCode {
    /// The certificate is for another pass type, or for none.
    ///
    /// Next step: Name the certificate that Apple issued for this pass type.
    public static let certificateMismatch = ErrorCode(rawValue: "CERTIFICATE_MISMATCH")
}
