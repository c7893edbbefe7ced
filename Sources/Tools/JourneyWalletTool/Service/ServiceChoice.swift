import CashBaba
import Foundation
import JourneyBase
import JourneyCLI
import JourneyDevice
import JourneyHarness

/// Which wallet's service is asked, as whom: the sandbox that runs, one that a file describes, or another by its address.
struct ServiceChoice: Sendable {
    let environment: CashBabaEnvironment
    /// Of the key that PINs are encrypted with; PEM or DER.
    let key: [UInt8]
    let trust: TLSTrust
    let clientID: String
    let clientSecret: Secret
    let wToken: Secret
    /// Whom codes are sent to.
    let phone: String?
    /// The file in which the codes lie.
    let inbox: String?

    static let options =
        SandboxChoice.options + [
            Option(
                .customer, value: .text("ID"), help: "Whose wallet of the sandbox's", defaultText: "wallet-1"),
            Option(.address, value: .text("URL"), help: "Another service: what its calls stand below"),
            Option(.key, value: .file, help: "… the key that it takes PINs under, PEM or DER"),
            Option(.authority, value: .file, help: "… whom to believe about it, PEM", defaultText: "the system's"),
            Option(.clientID, value: .text("ID"), help: "… the app's name there"),
            Option(.clientSecretFile, value: .file, help: "… a file of yours alone, with the app's secret"),
            Option(.tokenFile, value: .file, help: "… a file of yours alone, with the wallet's token"),
            Option(.phone, value: .text("NUMBER"), help: "Whom codes go to, for the screen and the inbox"),
            Option(.inbox, value: .file, help: "Where codes can be read, for --answers"),
        ]

    /// What belongs to a service that is no sandbox.
    private static let own: [OptionName] = [.key, .authority, .clientID, .clientSecretFile, .tokenFile]

    init(_ invocation: Invocation) throws {
        if let address = invocation.value(.address) {
            try self.init(address: address, invocation)
        } else {
            if let option = ServiceChoice.own.first(where: { invocation.value($0) != nil }) {
                throw CommandError(
                    .badInput, code: "USAGE", "--\(option.text) belongs to --address, which is missing.")
            }
            try self.init(
                sandbox: try SandboxChoice.readiness(invocation, otherwise: "name another service with --address"),
                invocation)
        }
    }

    private init(address: String, _ invocation: Invocation) throws {
        let ofSandboxes: [OptionName] = [.sandbox, .customer, .state]
        if let option = ofSandboxes.first(where: { invocation.value($0) != nil }) {
            throw CommandError(.badInput, code: "USAGE", "--\(option.text) belongs to a sandbox, not to --address.")
        }
        func needed(_ name: OptionName) throws -> String {
            guard let value = invocation.value(name) else {
                throw CommandError(.badInput, code: "USAGE", "--\(name.text) is missing, which --address needs.")
            }
            return value
        }
        guard let url = HTTPSURL(address), url.query == nil else {
            throw CommandError(
                .badInput, code: "ADDRESS_INVALID", "--address is an https address without a query, not ‘\(address)’.")
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
            throw CommandError(.badInput, code: "SANDBOX_INVALID", "The sandbox has no wallet.")
        }
        // A file that lies in somebody else's folder could name any files of the person's as secrets, and send them anywhere.
        guard wallet.address.origin.host.hasSuffix(".localhost") else {
            throw CommandError(
                .badInput, code: "SANDBOX_INVALID",
                "A sandbox's wallet is on this machine, not at \(wallet.address.origin.host); --address names another service."
            )
        }
        let id = invocation.value(.customer)
        guard let customer = wallet.customers.first(where: { id == nil || $0.id == id }) else {
            throw CommandError(
                .badInput, code: "CUSTOMER_UNKNOWN",
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
