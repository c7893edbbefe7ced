import JourneyBase
import MobileDocument

/// The parts of the system that a transaction is made with.
struct HolderDependencies: Sendable {
    let gate: PrerequisiteGate
    let crypto: CryptoService
    let transport: BluetoothTransport
    let view: HolderView
    let trust: ReaderTrust
    let settings: HolderSettings
    let dependencies: Dependencies
    /// Whom the view calls.
    let calls: HolderOrchestrator
}
