internal import Foundation
public import JourneyBase
internal import JourneyDevice
public import MobileDocument

extension DocumentSharing {
    /// Both sides on this package's own adapters: CoreBluetooth, and documents in the Keychain of this device whose keys are in
    /// the Secure Enclave. Where there is none (simulators), their keys are in the Keychain too.
    ///
    /// Made once for a process, which keeps it: the Keychain does not keep two stores of documents apart. The app's
    /// `Info.plist` says why under `NSBluetoothAlwaysUsageDescription`, and for the reader's camera under
    /// `NSCameraUsageDescription`.
    public static func apple(
        holderScreens: any Presenter, readerScreens: any Presenter, readers: ReaderTrust, verifier: DocumentVerifier,
        signer: DeviceRequestDraft.Signer? = nil, profiles: [RequestProfile] = RequestProfile.known,
        holderSettings: HolderSettings = HolderSettings(), readerSettings: ReaderSettings = ReaderSettings(),
        dependencies: Dependencies = .system
    ) -> DocumentSharing {
        let store = KeychainStore(service: "\(Bundle.main.bundleIdentifier ?? "app").documents")
        let keys: (any DeviceKeys)? = EnclaveKey.isAvailable ? EnclaveDeviceKeys(store: store) : nil
        #if canImport(UIKit)
        let openSettings: (@Sendable () async -> Void)? = { await AppSettings.open() }
        #else
        let openSettings: (@Sendable () async -> Void)? = nil
        #endif
        return DocumentSharing(
            radio: CoreBluetoothRadio(),
            documents: CredentialStore(store: store, keys: keys, dependencies: dependencies),
            holderScreens: holderScreens, readerScreens: readerScreens, readers: readers, verifier: verifier,
            signer: signer, profiles: profiles, holderSettings: holderSettings, readerSettings: readerSettings,
            openSettings: openSettings, dependencies: dependencies)
    }
}
