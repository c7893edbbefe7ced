import CardDetailsSDK
import Foundation
import JourneyBase
import JourneyDevice
import SwiftUI

extension DemoTab {
    /// The number and the CVV of a card, in its issuer's own frames.
    @MainActor static let card = DemoTab("Card", image: "creditcard") { CardTab(services: $0) }
}

/// A card, always visible in the app and masked; “Show” opens the flow.
struct CardTab: View {
    let services: DemoServices
    @State private var details: CardDetails?
    @State private var sentence = ""

    var body: some View {
        VStack(alignment: .leading, spacing: 12) {
            if let details {
                CardViewActive(details) { outcome in services.cardLog.end(word(outcome)) }
            } else {
                Text(verbatim: sentence)
            }
            Divider()
            DemoLogView(log: services.cardLog)
        }
        .padding(16)
        .task { await load() }
    }

    private func load() async {
        guard details == nil else { return }
        do {
            let settings = try DemoCard.load()
            details = try await CardDetails.make(
                settings.card, of: settings.user, configuration: settings.configuration, trust: settings.trust,
                language: services.language, userToken: settings.userToken)
        } catch let missing as DemoSandbox.Missing {
            sentence = missing.sentence
        } catch {
            sentence = (error as? JourneyError)?.message ?? "card.json cannot be used."
        }
    }

    private func word(_ outcome: CardDetailsOutcome) -> String {
        switch outcome {
        case .completed(let viewing): "shown, then \(viewing.end.rawValue)\(viewing.isFrozen ? ", frozen" : "")"
        case .pending: "pending"
        case .cancelled: "cancelled"
        case .failed(let error): "failed \(error.code.rawValue)"
        }
    }
}

/// The card to show: `card.json` in the folder of `DemoSandbox`, with `gateway`, `vault`, `card`, `user` and, for a temporary
/// authority, `authorityPem`. The app's own server, `backend`, vouches for its user by returning a token. Instead, there may be
/// a `token`, as `journey card token` prints it.
struct DemoCard {
    let card: CardID
    let user: CardUserID
    let configuration: CardDetailsConfiguration
    let trust: TLSTrust
    let userToken: @Sendable () async throws -> CardUserToken

    static func load() throws -> DemoCard {
        let value = try file()
        let trust = value["authorityPem"]?.string.map { TLSTrust(authorities: [$0]) } ?? .system
        guard let gateway = value["gateway"]?.string.flatMap({ HTTPSURL($0) }),
            let vault = value["vault"]?.string.flatMap({ HTTPSURL($0) }),
            let card = value["card"]?.string.flatMap(CardID.init),
            let user = value["user"]?.string.flatMap(CardUserID.init),
            let userToken = userToken(value, trust)
        else { throw wrong }
        return DemoCard(
            card: card, user: user,
            configuration: try CardDetailsConfiguration(gateway: gateway.origin, vault: vault.origin), trust: trust,
            userToken: userToken)
    }

    private static func file() throws -> JSONValue {
        guard let json = try? Data(contentsOf: DemoSandbox.folder.appendingPathComponent("card.json")),
            let value = try? JSONReader.read([UInt8](json))
        else { throw DemoSandbox.Missing(sentence: "The app's folder has no card.json.") }
        return value
    }

    private static var wrong: DemoSandbox.Missing {
        DemoSandbox.Missing(sentence: "A member of card.json is missing or invalid.")
    }

    private static func userToken(
        _ value: JSONValue, _ trust: TLSTrust
    ) -> (@Sendable () async throws -> CardUserToken)? {
        if value["token"]?.string != nil {
            return {
                // The token expires in minutes: a newer file is used without a restart.
                guard let token = try file()["token"]?.string else { throw wrong }
                return CardUserToken(Secret(copying: token.utf8))
            }
        }
        guard let backend = value["backend"]?.string.flatMap({ HTTPSURL($0) }) else { return nil }
        let transport = SessionTransport(trust: trust, userAgent: "PartnerDemoApp")
        return {
            let answer = try await transport.send(HTTPRequest(url: backend), options: HTTPOptions(bodyLimit: 8_192))
            guard answer.status == 200 else {
                throw DemoSandbox.Missing(sentence: "The backend returned HTTP \(answer.status).")
            }
            return CardUserToken(Secret(copying: answer.body.filter { $0 > 0x20 }))
        }
    }
}
