// must fail: cannot convert value of type 'URL' to expected argument type 'HTTPSURL'
// An address that may be anything is none that a journey is fetched from.
import Foundation
import HSBCPartnerSDK
import JourneyLanguage

enum Sample {
    static func endpoints(_ gateway: URL, _ anchor: ManifestAnchor) -> EndpointProfile {
        EndpointProfile(gateway: gateway, manifestAnchor: anchor, remoteConfigurationKeys: .init())
    }
}
