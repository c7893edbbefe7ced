public import Foundation
public import JourneyDevice

extension CashBabaSDK {
    /// Initialises the SDK with the partner's key in PEM. A failure changes nothing.
    ///
    /// - Parameters:
    ///   - environment: The deployment of the service.
    ///   - languageCode: The language of the screens and of the service's texts.
    ///   - scope: The scope of the next token call.
    ///   - wToken: The wallet's token, issued by the host's server.
    ///   - pemData: The partner's RSA public key, which encrypts PINs. DER is accepted, too.
    ///   - trust: The trusted authorities and pins: the system's authorities unless others are given.
    /// - Throws: `SDKError.encryption` if there is no valid key, `SDKError.alreadyPresented` during a presentation.
    public func initialize(
        environment: CashBabaEnvironment, languageCode: String = "en", scope: Scope? = nil, wToken: HostSecret? = nil,
        pemData: Data, trust: TLSTrust = .system
    ) throws(SDKError) {
        var config = CashBabaConfig(
            environment: environment, languageCode: languageCode, scope: scope, wToken: wToken?.secret)
        config.encryptor = try Encryptor(file: [UInt8](pemData))
        try set(up: config, trust: trust)
    }

    /// Initialises the SDK with the partner's key in DER. A failure changes nothing.
    ///
    /// - Parameters:
    ///   - environment: The deployment of the service.
    ///   - languageCode: The language of the screens and of the service's texts.
    ///   - scope: The scope of the next token call.
    ///   - wToken: The wallet's token, issued by the host's server.
    ///   - derData: The partner's RSA public key, which encrypts PINs. PEM is accepted, too.
    ///   - trust: The trusted authorities and pins: the system's authorities unless others are given.
    /// - Throws: `SDKError.encryption` if there is no valid key, `SDKError.alreadyPresented` during a presentation.
    public func initialize(
        environment: CashBabaEnvironment, languageCode: String = "en", scope: Scope? = nil, wToken: HostSecret? = nil,
        derData: Data, trust: TLSTrust = .system
    ) throws(SDKError) {
        try initialize(
            environment: environment, languageCode: languageCode, scope: scope, wToken: wToken, pemData: derData,
            trust: trust)
    }

    /// Initialises the SDK with the partner's key in a PEM resource. A failure changes nothing.
    ///
    /// - Parameters:
    ///   - environment: The deployment of the service.
    ///   - languageCode: The language of the screens and of the service's texts.
    ///   - scope: The scope of the next token call.
    ///   - wToken: The wallet's token, issued by the host's server.
    ///   - pemResourceName: The file's name, with its extension. DER is accepted, too.
    ///   - bundle: The bundle that holds the file.
    ///   - trust: The trusted authorities and pins: the system's authorities unless others are given.
    /// - Throws: `SDKError.encryption` if the file or a valid key in it is missing, `SDKError.alreadyPresented` during a
    ///   presentation.
    public func initialize(
        environment: CashBabaEnvironment, languageCode: String = "en", scope: Scope? = nil, wToken: HostSecret? = nil,
        pemResourceName: String, in bundle: Bundle = .main, trust: TLSTrust = .system
    ) throws(SDKError) {
        guard let url = bundle.url(forResource: pemResourceName, withExtension: nil),
            let data = try? Data(contentsOf: url)
        else { throw .encryption("The bundle has no readable file \(pemResourceName).") }
        try initialize(
            environment: environment, languageCode: languageCode, scope: scope, wToken: wToken, pemData: data,
            trust: trust)
    }

    /// Initialises the SDK with the partner's key in a DER resource. A failure changes nothing.
    ///
    /// - Parameters:
    ///   - environment: The deployment of the service.
    ///   - languageCode: The language of the screens and of the service's texts.
    ///   - scope: The scope of the next token call.
    ///   - wToken: The wallet's token, issued by the host's server.
    ///   - derResourceName: The file's name, with its extension. PEM is accepted, too.
    ///   - bundle: The bundle that holds the file.
    ///   - trust: The trusted authorities and pins: the system's authorities unless others are given.
    /// - Throws: `SDKError.encryption` if the file or a valid key in it is missing, `SDKError.alreadyPresented` during a
    ///   presentation.
    public func initialize(
        environment: CashBabaEnvironment, languageCode: String = "en", scope: Scope? = nil, wToken: HostSecret? = nil,
        derResourceName: String, in bundle: Bundle = .main, trust: TLSTrust = .system
    ) throws(SDKError) {
        try initialize(
            environment: environment, languageCode: languageCode, scope: scope, wToken: wToken,
            pemResourceName: derResourceName, in: bundle, trust: trust)
    }
}
