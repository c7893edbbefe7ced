import JourneyBase
import MobileDocument

/// The parts of the system that a transaction is made with.
struct HolderParts: Sendable {
    let gate: PrerequisiteGate
    let crypto: CryptoService
    let transport: BluetoothTransport
    let view: HolderView
    let trust: ReaderTrust
    let settings: HolderSettings
    let surroundings: Surroundings
    /// Whom the view calls.
    let calls: HolderOrchestrator
}
