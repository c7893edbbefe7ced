import JourneyBase
import MobileDocument

/// The services of a transaction.
struct HolderDependencies: Sendable {
    let gate: PrerequisiteGate
    let crypto: CryptoService
    let transport: BluetoothTransport
    let view: HolderView
    let trust: ReaderTrust
    let settings: HolderSettings
    let dependencies: Dependencies
    /// The orchestrator that the view calls.
    let calls: HolderOrchestrator
}
