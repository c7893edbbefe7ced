public import Foundation
public import JourneyDevice

extension CashBabaSDK {
    /// Sets the SDK up with the partner's key in PEM. Throws `SDKError.encryption` when there is no good key in it, and changes
    /// nothing then. `trust` says whom to believe: the system's authorities, unless pins or private ones are given.
    public func initialize(
        environment: CashBabaEnvironment, languageCode: String = "en", scope: Scope? = nil, wToken: HostSecret? = nil,
        pemData: Data, trust: TLSTrust = .system
    ) throws(SDKError) {
        var config = CashBabaConfig(
            environment: environment, languageCode: languageCode, scope: scope, wToken: wToken?.secret)
        config.encryptor = try Encryptor(file: [UInt8](pemData))
        try set(up: config, trust: trust)
    }

    /// The same with the key in DER. Either form is taken under either name.
    public func initialize(
        environment: CashBabaEnvironment, languageCode: String = "en", scope: Scope? = nil, wToken: HostSecret? = nil,
        derData: Data, trust: TLSTrust = .system
    ) throws(SDKError) {
        try initialize(
            environment: environment, languageCode: languageCode, scope: scope, wToken: wToken, pemData: derData,
            trust: trust)
    }

    /// The same with the key in a file of `bundle`, with its ending in the name.
    public func initialize(
        environment: CashBabaEnvironment, languageCode: String = "en", scope: Scope? = nil, wToken: HostSecret? = nil,
        pemResourceName: String, in bundle: Bundle = .main, trust: TLSTrust = .system
    ) throws(SDKError) {
        guard let url = bundle.url(forResource: pemResourceName, withExtension: nil),
            let data = try? Data(contentsOf: url)
        else { throw .encryption("The bundle has no file of that name.") }
        try initialize(
            environment: environment, languageCode: languageCode, scope: scope, wToken: wToken, pemData: data,
            trust: trust)
    }

    /// The same with a file in DER.
    public func initialize(
        environment: CashBabaEnvironment, languageCode: String = "en", scope: Scope? = nil, wToken: HostSecret? = nil,
        derResourceName: String, in bundle: Bundle = .main, trust: TLSTrust = .system
    ) throws(SDKError) {
        try initialize(
            environment: environment, languageCode: languageCode, scope: scope, wToken: wToken,
            pemResourceName: derResourceName, in: bundle, trust: trust)
    }
}
