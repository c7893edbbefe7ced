import Foundation
public import JourneyBase
import JourneyCrypto
import WalletPass

/// What the files of the pass service's configuration hold, checked.
struct PassContent: Sendable {
    let configuration: GatewayConfiguration.Passes
    let types: [PassTypeContent]
    /// Whom to believe about the push service; nobody else where there are any.
    let pushAuthorities: [String]

    /// Throws `FILE_UNUSABLE`, `FILE_WRITABLE`, `SECRET_EXPOSED`, and `CERTIFICATE_MISMATCH` for a certificate of another pass type. One that
    /// is over is taken: the other types go on, and the log says so.
    init(_ configuration: GatewayConfiguration.Passes) throws(JourneyError) {
        self.configuration = configuration
        var types: [PassTypeContent] = []
        for (identifier, kind) in configuration.types.sorted(by: { $0.key < $1.key }) {
            types.append(try PassContent.type(identifier, kind, "passes.types.\(identifier)"))
        }
        self.types = types
        pushAuthorities = try configuration.pushes?.authorities() ?? []
    }

    /// How the service works at `port`.
    func settings(port: Int) throws(JourneyError) -> PassSettings {
        guard let origin = Origin(scheme: "https", host: configuration.host, port: port) else {
            throw JourneyError(.configurationInvalid, "passes.host: \(configuration.host) makes no address.")
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
                error == .authenticationFailed ? "has another password" : "holds no key with its certificate")
        }
        let whole = try chained(identity, kind, place)
        let template = try PassTemplate(files: PassFolder.read(kind.templateFolder, place + ".templateFolder"))
        let content: PassTypeContent
        do throws(CryptoError) { content = try PassTypeContent(identity: whole, template: template) } catch {
            throw JourneyError(.certificateMismatch, "\(member): the certificate names no pass type and team.")
        }
        guard content.names.passTypeIdentifier == identifier else {
            throw JourneyError(
                .certificateMismatch, "\(member): the certificate is for \(content.names.passTypeIdentifier).")
        }
        return content
    }

    /// With what stands between: without it Wallet refuses each pass, and says nothing.
    private static func chained(
        _ identity: SigningIdentity, _ kind: GatewayConfiguration.Passes.Kind, _ place: String
    ) throws(JourneyError) -> SigningIdentity {
        var identity = identity
        if let file = kind.intermediatesFile {
            let member = place + ".intermediatesFile"
            let list = try GatewayFile.certificates(file, member).list
            guard let whole = try? identity.adding(list) else {
                throw GatewayFile.fault(member, file, "holds no certificates")
            }
            identity = whole
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
    /// A certificate of another pass type, or of none.
    public static let certificateMismatch = ErrorCode(rawValue: "CERTIFICATE_MISMATCH")
}
