import Foundation
package import JourneyBase
package import JourneyCrypto
import JourneyGateway
package import JourneyServer
import WalletPass

/// The pass service on a socket of its own, with a client, a holder and tickets to try it with.
package struct PassServer: Sendable {
    /// The name under which it answers, which leads to loopback; the relying party of its passes.
    package static let name = "passes.localhost"
    /// Its one client, and who calls for it.
    static let (client, user, holder) = ("demo", "app", "holder-1")
    /// The type and the team of its passes.
    package static let (passType, team) = ("pass.localhost.sandbox.ticket", "SANDBOX000")
    package static let organization = "Harbour Concerts"

    package let origin: Origin
    /// What opens the client's tags.
    package let token: Secret
    /// `reference_id` of the client's tags that have a pass.
    package let tags: [String]
    /// Where changes of passes are pushed to.
    package let pushService: Origin?
    private let server: HTTPServer
    private let database: Database
    private let pushes: PeriodicWorker?

    /// What it is served with.
    package struct Options: Sendable {
        /// Names `PassServer.name`.
        package var identity: DevelopmentIdentity
        /// Who signs, for `PassServer.passType` and `PassServer.team`.
        package var signer: SigningIdentity
        /// The token of the API user; 256 random bits as base64url.
        package var token: Secret
        package var database = DatabaseLocation.memory
        /// Zero takes a free one.
        package var port = 0
        /// Who tells devices that a pass has changed; `nil`: nobody does.
        package var pushes: Pushes?

        package init(identity: DevelopmentIdentity, signer: SigningIdentity, token: Secret) {
            self.identity = identity
            self.signer = signer
            self.token = token
        }
    }

    /// A push service, and the network to it, which shows the pass type's certificate and speaks HTTP/2.
    package struct Pushes: Sendable {
        package var service: Origin
        package var transport: @Sendable (SigningIdentity) -> any HTTPTransport

        package init(service: Origin, transport: @escaping @Sendable (SigningIdentity) -> any HTTPTransport) {
            self.service = service
            self.transport = transport
        }
    }

    /// Throws `JourneyError` when the port is taken, the records cannot be kept, or the resources are missing.
    package static func start(
        _ options: Options, dependencies: Dependencies = .system
    ) async throws(JourneyError) -> PassServer {
        let content: PassTypeContent
        do throws(CryptoError) {
            content = try PassTypeContent(identity: options.signer, template: template())
        } catch { throw JourneyError(.configurationInvalid, "The signer is none of the sandbox's passes.") }
        let database = try await JourneyError.translating {
            try await Database.open(options.database, dependencies: dependencies)
        }
        let store = try await PassStore(database)
        let tags = try await DemoPasses.populate(store, token: options.token, dependencies: dependencies)
        // It stands on a socket before what it serves is known: its port is part of that.
        let later = ReloadableService()
        let (server, origin) = try await HTTPServer.start(
            later, as: name, port: options.port, options.identity, log: dependencies.log)
        let factory = PassFactory(types: [content], origin: origin, now: dependencies.now)
        let updates = try await PassUpdateStore(database)
        later.replace(
            by: Router(
                try PassRoutes(
                    store: store, factory: factory, settings: PassSettings(origin: origin), dependencies: dependencies
                ).router.routes
                    + PassUpdateRoutes(
                        passes: store, factory: factory, updates: updates, dependencies: dependencies
                    ).router.routes))
        let pushes = options.pushes.map {
            PeriodicWorker.pushes(
                for: [content], waitingIn: updates, to: $0.service, dependencies: dependencies,
                transport: $0.transport)
        }
        pushes?.start()
        return PassServer(
            origin: origin, token: options.token, tags: tags, pushService: options.pushes?.service, server: server,
            database: database, pushes: pushes)
    }

    func stop() async {
        await pushes?.stop()
        await server.stop()
        database.close()
    }

    private static func template() -> PassTemplate {
        let folder = Bundle.module.bundleURL.appendingPathComponent("passes/ticket")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        var files: [String: [UInt8]] = [:]
        for name in names where !name.hasPrefix(".") {
            files[name] = (try? Data(contentsOf: folder.appendingPathComponent(name))).map { Array($0) }
        }
        return PassTemplate(files: files)
    }
}
