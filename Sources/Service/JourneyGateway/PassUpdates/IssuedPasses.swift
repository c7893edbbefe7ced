import JourneyBase
import JourneyWire
import WalletPass

/// Provides the pass service's own passes to the pass web service.
struct IssuedPasses: PassSource {
    let store: PassStore
    let factory: PassFactory
    let dependencies: Dependencies

    func card(_ pass: PassKey) async throws -> PassCard? {
        guard let stored = try await store.pass(type: pass.type, serial: pass.serial) else { return nil }
        let template = factory.types[pass.type]?.template
        return PassCard(
            authenticationToken: stored.authenticationToken,
            isPersonalizable: template?.files["personalization.json"] != nil)
    }

    func archive(_ pass: PassKey) async throws -> [UInt8] {
        let stored = try await stored(pass)
        return try await BackgroundWork.run { () throws(PassRefusal) in try factory.make(stored) }
    }

    func signature(over content: [UInt8], for pass: PassKey) async throws -> [UInt8] {
        let type = try factory.type(pass.type, team: try await stored(pass).teamIdentifier)
        return try await BackgroundWork.run { try type.signer.sign(content, at: dependencies.now()) }
    }

    private func stored(_ pass: PassKey) async throws -> StoredPass {
        guard let stored = try await store.pass(type: pass.type, serial: pass.serial) else {
            throw PassUpdateRefusal(.tokenInvalid)
        }
        return stored
    }
}
