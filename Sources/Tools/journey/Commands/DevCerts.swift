import Foundation
import JourneyBase
import JourneyCLI
import JourneyCrypto
import JourneyLanguage
import JourneySandbox
import WalletPass

extension JourneyCommand {
    static let dev: Command = Command(
        "dev", summary: "manages development certificates and keys", subcommands: [devCerts])

    static let devCerts: Command = Command(
        "certs", summary: "creates or renews the development CA, its certificates and the signing key",
        discussion: [
            "The CA can only issue certificates for names below localhost. Clients trust it because their configuration names"
                + " and pins it; nothing is added to the system's trust.",
            "Requested certificates get new keys and are written to the same folder: NAME.pem holds the certificate and"
                + " the CA certificate, NAME-key.pem the key in PKCS#8, and with a password NAME.p12 everything in PKCS#12."
                + " --revoke and --crl write the CA's revocation list to authority-crl.pem, which is valid for a week.",
            "--pass-type issues what Apple issues for passes, from a fake authority that is named as such in every certificate and"
                + " so in every pass: PKCS#12 with its password in a separate file, the root and the intermediate, and a"
                + " server certificate for push at push.localhost.",
        ],
        options: [
            Option(.renew, help: "Replace the CA and the sandbox's certificate even if they are valid"),
            Option(
                .server, value: .text("HOST"), help: "Issue one server certificate for these hosts", isRepeated: true),
            Option(.client, value: .text("NAME"), help: "Issue a TLS client certificate", isRepeated: true),
            Option(.signer, value: .text("NAME"), help: "Issue a certificate for signing messages", isRepeated: true),
            Option(
                .intermediate, value: .text("NAME"), help: "Issue an intermediate CA below the development CA",
                isRepeated: true),
            Option(.days, value: .integer(1...90), help: "Validity of issued certificates in days", defaultText: "30"),
            Option(
                .passwordFile, value: .file,
                help: "Also write PKCS#12, encrypted with the first line of this file (mode 0600)"),
        ] + passTypeOptions + [
            Option(.revoke, value: .file, help: "Revoke the certificate in this PEM file", isRepeated: true),
            Option(.crl, help: "Rewrite the revocation list"), Support.stateOption,
        ],
        examples: [
            .init(
                "journey dev certs --client 'payments backend' --password-file pass.txt",
                "Issues a client certificate as PEM and PKCS#12."),
            .init("journey dev certs --revoke .journey/dev/client-payments-backend.pem", "Revokes it."),
            .init(
                "journey dev certs --pass-type pass.com.example.ticket --team ABCDE12345 --out pass-certs",
                "Issues a development certificate for signing passes."),
        ]
    ) { invocation in
        let state = try Support.state(invocation, renew: invocation.has(.renew))
        let (days, password) = (invocation.integer(.days) ?? 30, try password(invocation))
        let issued = try issue(invocation, from: state, days: days, password: password)
        let passType = try passType(invocation, from: state, days: days, password: password)
        let list = try revocationList(invocation, of: state)
        let terminal = invocation.terminal
        guard !terminal.isJSON else {
            var members: [String: JSONValue] = [
                "directory": .string(state.directory), "made": .array(state.made.map { .string($0) }),
                "pin": .string(state.server.pin), "keyId": .string(state.keyID),
                "authorityNotAfter": .string(Support.date(state.authority.notAfter)),
                "serverNotAfter": .string(Support.date(state.server.notAfter)), "anchor": state.anchor.json,
                "keySet": state.keySet.json,
                "issued": .array(issued.map(json)),
            ]
            if let passType { members["passType"] = passType.json }
            if let list {
                members["revocationList"] = [
                    "file": .string(list.file), "revoked": .number(JSONNumber(list.list.revoked.count)),
                    "nextUpdate": .string(Support.date(list.list.nextUpdate)),
                ]
            }
            terminal.json(.object(members))
            return .done
        }
        if !state.made.isEmpty {
            terminal.talk("Made: \(state.made.joined(separator: ", "))")
        } else if issued.isEmpty && passType == nil && list == nil {
            terminal.talk("All certificates are valid; nothing was created.")
        }
        var rows = [
            ["authority", "\(state.directory)/authority.pem", Support.date(state.authority.notAfter)],
            ["certificate", "\(state.directory)/server.pem", Support.date(state.server.notAfter)],
            ["signing key", "\(state.directory)/manifest-key.pem", "replaced"],
            ["key set", "\(state.directory)/manifest-keys.json", Support.date(state.keySet.notAfter)],
            ["key set anchor", "\(state.directory)/manifest-anchor.json", "replaced"],
        ]
        for item in issued {
            rows.append([item.purpose.rawValue, item.certificateFile, Support.date(item.identity.notAfter)])
            if let file = item.pkcs12File { rows.append(["", file, ""]) }
        }
        for (index, row) in (passType?.rows ?? []).enumerated() {
            let end = passType?.issued.notAfter
            rows.append([index == 0 ? "pass type" : "", row.file, index == 0 ? end.map(Support.date) ?? "" : ""])
        }
        if let list { rows.append(["revocation list", list.file, Support.date(list.list.nextUpdate)]) }
        terminal.data(TextLayout.table(["what", "file", "valid until"], rows, style: terminal.style))
        terminal.data("pin     \(state.server.pin)\nkey id  \(state.keyID)")
        return .done
    }

    /// Issues the certificates that the options request, in the order of the help.
    private static func issue(
        _ invocation: Invocation, from state: DevelopmentState, days: Int, password: Secret?
    ) throws -> [DevelopmentState.Issued] {
        let hosts = invocation.values(.server)
        var issued = hosts.isEmpty ? [] : [try state.issue(.server, names: hosts, days: days, password: password)]
        for purpose in [DevelopmentState.Purpose.client, .signer, .intermediate] {
            for name in invocation.values(OptionName(purpose.rawValue)) {
                issued.append(try state.issue(purpose, names: [name], days: days, password: password))
            }
        }
        return issued
    }

    private static func password(_ invocation: Invocation) throws -> Secret? {
        try invocation.value(.passwordFile).map { path in try BoundedFile.secret(path) }
    }

    private static func revocationList(
        _ invocation: Invocation, of state: DevelopmentState
    ) throws -> (list: RevocationList, file: String)? {
        let files = invocation.values(.revoke)
        guard !files.isEmpty || invocation.has(.crl) else { return nil }
        let certificates = try files.map { path in
            do {
                return try Certificate.list(pem: String(decoding: try Support.read(path), as: UTF8.self))[0]
            } catch let error as DERError {
                throw CommandError(.badInput, code: error.reason.rawValue, "\(path) has no certificate: \(error).")
            }
        }
        return try state.revoke(certificates)
    }

    private static func json(_ item: DevelopmentState.Issued) -> JSONValue {
        [
            "purpose": .string(item.purpose.rawValue), "certificate": .string(item.certificateFile),
            "key": .string(item.keyFile), "pkcs12": item.pkcs12File.map { .string($0) } ?? .null,
            "notAfter": .string(Support.date(item.identity.notAfter)), "pin": .string(item.identity.pin),
        ]
    }
}

extension JourneyCommand {
    /// The options for pass-type certificates.
    static let passTypeOptions = [
        Option(.passType, value: .text("ID"), help: "Issue a pass-type certificate, as Apple does"),
        Option(
            .team, value: .text("ID"), help: "The team identifier of the pass-type certificate",
            defaultText: "DEVELOPER1"),
        Option(
            .organization, value: .text("NAME"), help: "The organization of the pass-type certificate",
            defaultText: "JourneyKit Development"),
        Option(.out, value: .directory, help: "Copy the files for signing passes here"),
    ]

    /// The development host of the push service for passes.
    static let pushHost = "push.localhost"

    /// An issued pass-type certificate with its files.
    struct PassTypeFiles {
        let issued: DevelopmentState.IssuedPassType
        let push: DevelopmentState.Issued
        /// The files with their purpose, in display order.
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

    /// Issues the pass-type certificate that the options request, if any.
    static func passType(
        _ invocation: Invocation, from state: DevelopmentState, days: Int, password: Secret?
    ) throws -> PassTypeFiles? {
        guard let type = invocation.value(.passType) else {
            let ofPassTypes: [OptionName] = [.team, .organization, .out]
            if let option = ofPassTypes.first(where: { invocation.value($0) != nil }) {
                throw CommandError.usage("--\(option.text) requires --pass-type.")
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
