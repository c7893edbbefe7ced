import CashBaba
import Foundation
import JourneyBase
import JourneyCLI
import JourneyDevice
import JourneyHarness

/// The wallet service and its credentials: of the running sandbox, of one described in a file, or at an address.
struct ServiceChoice: Sendable {
    let environment: CashBabaEnvironment
    /// The key that encrypts PINs, in PEM or DER.
    let key: [UInt8]
    let trust: TLSTrust
    let clientID: String
    let clientSecret: Secret
    let wToken: Secret
    /// The phone number that receives codes.
    let phone: String?
    /// The file with the codes.
    let inbox: String?

    static let options =
        SandboxChoice.options + [
            Option(
                .customer, value: .text("ID"), help: "The customer of the sandbox's wallet", defaultText: "wallet-1"),
            Option(.address, value: .text("URL"), help: "The base address of another service"),
            Option(.key, value: .file, help: "… its public key for PINs, PEM or DER"),
            Option(.authority, value: .file, help: "… its trusted authority, PEM", defaultText: "the system's"),
            Option(.clientID, value: .text("ID"), help: "… the app's client id"),
            Option(.clientSecretFile, value: .file, help: "… a file with the app's secret, readable by you only"),
            Option(.tokenFile, value: .file, help: "… a file with the wallet's token, readable by you only"),
            Option(.phone, value: .text("NUMBER"), help: "The phone number that receives codes"),
            Option(.inbox, value: .file, help: "The file with the codes, for --answers"),
        ]

    /// The options of a service that is not a sandbox.
    private static let own: [OptionName] = [.key, .authority, .clientID, .clientSecretFile, .tokenFile]

    init(_ invocation: Invocation) throws {
        if let address = invocation.value(.address) {
            try self.init(address: address, invocation)
        } else {
            if let option = ServiceChoice.own.first(where: { invocation.value($0) != nil }) {
                throw CommandError(
                    .badInput, code: .usage, "--\(option.text) needs --address.")
            }
            try self.init(
                sandbox: try SandboxChoice.readiness(invocation, otherwise: "name another service with --address"),
                invocation)
        }
    }

    private init(address: String, _ invocation: Invocation) throws {
        let ofSandboxes: [OptionName] = [.sandbox, .customer, .state]
        if let option = ofSandboxes.first(where: { invocation.value($0) != nil }) {
            throw CommandError(
                .badInput, code: .usage, "--\(option.text) is for a sandbox and cannot be used with --address.")
        }
        func needed(_ name: OptionName) throws -> String {
            guard let value = invocation.value(name) else {
                throw CommandError(.badInput, code: .usage, "--\(name.text) is missing, which --address needs.")
            }
            return value
        }
        guard let url = HTTPSURL(address), url.query == nil else {
            throw CommandError(
                .badInput, code: .addressInvalid,
                "--address must be an https address without a query, not ‘\(address)’.")
        }
        environment = CashBabaEnvironment(name: "named", baseURL: url)
        key = try BoundedFile.read(try needed(.key), limit: ServiceChoice.largest, as: .trusted)
        let authority = try invocation.value(.authority).map { path in
            String(decoding: try BoundedFile.read(path, limit: ServiceChoice.largest, as: .trusted), as: UTF8.self)
        }
        trust = authority.map { TLSTrust(authorities: [$0]) } ?? .system
        clientID = try needed(.clientID)
        clientSecret = try BoundedFile.secret(try needed(.clientSecretFile))
        wToken = try BoundedFile.secret(try needed(.tokenFile))
        phone = invocation.value(.phone)
        inbox = invocation.value(.inbox)
    }

    private init(sandbox: SandboxReadiness, _ invocation: Invocation) throws {
        guard let wallet = sandbox.wallet, let pins = try? PinPolicy(pins: sandbox.pins) else {
            throw CommandError(
                .badInput, code: .sandboxInvalid, "The sandbox runs no wallet service. Start it with journey serve.")
        }
        // A description in an untrusted directory could name any of the user's files as secrets and send them anywhere.
        guard wallet.address.origin.host.hasSuffix(".localhost") else {
            throw CommandError(
                .badInput, code: .sandboxInvalid,
                "A sandbox's wallet must be on this machine, not at \(wallet.address.origin.host). Use --address for another service."
            )
        }
        let id = invocation.value(.customer)
        guard let customer = wallet.customers.first(where: { id == nil || $0.id == id }) else {
            throw CommandError(
                .badInput, code: .customerUnknown,
                "The sandbox has no customer ‘\(id ?? "")’; it has \(wallet.customers.map(\.id).joined(separator: ", "))."
            )
        }
        environment = CashBabaEnvironment(name: "sandbox", baseURL: wallet.address)
        key = try BoundedFile.read(wallet.publicKeyFile, limit: ServiceChoice.largest, as: .trusted)
        trust = TLSTrust(authorities: [sandbox.authorityPEM], pins: pins)
        clientID = wallet.clientID
        clientSecret = try BoundedFile.secret(wallet.clientSecretFile)
        wToken = try BoundedFile.secret(customer.wTokenFile)
        phone = invocation.value(.phone) ?? customer.phone
        inbox = invocation.value(.inbox) ?? wallet.inboxFile
    }

    private static let largest = 1 << 20
}
