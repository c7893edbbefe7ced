import Foundation
import JourneyBase
import JourneyCLI
import JourneySandbox
import WalletPass

extension JourneyCommand {
    /// What makes a pass-type certificate, beside what `dev certs` always makes.
    static let passTypeOptions = [
        Option(.passType, value: .text("ID"), help: "Issue a pass-type certificate, as Apple would"),
        Option(.team, value: .text("ID"), help: "… of this team", defaultText: "DEVELOPER1"),
        Option(.organization, value: .text("NAME"), help: "… in this name", defaultText: "JourneyKit Development"),
        Option(.out, value: .directory, help: "… and copy what passes need here"),
    ]

    /// Where push for passes stands in development.
    static let pushHost = "push.localhost"

    /// A pass-type certificate that was issued, and what stands beside it.
    struct PassTypeFiles {
        let issued: DevelopmentState.IssuedPassType
        let push: DevelopmentState.Issued
        /// In the order in which people read them: what it is, and where.
        let rows: [(name: String, file: String)]

        var json: JSONValue {
            var members = Dictionary(uniqueKeysWithValues: rows.map { ($0.name, JSONValue.string($0.file)) })
            members["passTypeIdentifier"] = .string(issued.names.passTypeIdentifier)
            members["teamIdentifier"] = .string(issued.names.teamIdentifier)
            members["notAfter"] = .string(Support.date(issued.notAfter))
            members["standIn"] = true
            return .object(members)
        }
    }

    /// The pass-type certificate that the command line asks for.
    static func passType(
        _ invocation: Invocation, from state: DevelopmentState, days: Int, password: Secret?
    ) throws -> PassTypeFiles? {
        guard let type = invocation.value(.passType) else {
            let ofPassTypes: [OptionName] = [.team, .organization, .out]
            if let option = ofPassTypes.first(where: { invocation.value($0) != nil }) {
                throw CommandFailure(
                    .badInput, code: "USAGE", "--\(option.text) belongs to --pass-type, which is missing.")
            }
            return nil
        }
        let names = PassSignerNames(
            passTypeIdentifier: type, teamIdentifier: invocation.value(.team) ?? "DEVELOPER1")
        let issued = try state.passType(
            names, organization: invocation.value(.organization) ?? "JourneyKit Development", days: days,
            password: password, renew: invocation.has(.renew))
        let push = try state.issue(.server, names: [pushHost], days: days)
        let files = [
            ("pkcs12", issued.pkcs12File), ("password", issued.passwordFile), ("certificate", issued.certificateFile),
            ("key", issued.keyFile), ("root", issued.rootFile), ("intermediate", issued.intermediateFile),
            ("pushCertificate", push.certificateFile), ("pushKey", push.keyFile),
        ]
        guard let folder = invocation.value(.out).map(Support.absolute) else {
            return PassTypeFiles(issued: issued, push: push, rows: files)
        }
        let copies = try state.copy(files.map(\.1), to: folder)
        return PassTypeFiles(issued: issued, push: push, rows: Array(zip(files.map(\.0), copies)))
    }
}
