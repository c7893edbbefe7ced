import Foundation
import JourneyBase
import JourneyCBOR
import JourneyCrypto
import MobileDocument

/// The structure of a message, as far as its form reveals it.
enum Kind {
    /// Returns the structure that an item looks like, and the error of parsing it, if any.
    static func of(_ bytes: [UInt8], _ item: CBORItem) -> (name: String, fault: CBORError?) {
        func read(_ name: String, _ body: () throws(CBORError) -> Void) -> (String, CBORError?) {
            do throws(CBORError) {
                try body()
                return (name, nil)
            } catch { return (name, error) }
        }
        if item["docRequests"] != nil {
            return read("DeviceRequest") { () throws(CBORError) in _ = try DeviceRequest(bytes[...]) }
        }
        if item["version"] != nil, item["status"] != nil {
            return read("DeviceResponse") { () throws(CBORError) in _ = try DeviceResponse(bytes[...]) }
        }
        if item["issuerAuth"] != nil {
            return read("IssuerSigned") { () throws(CBORError) in _ = try IssuerSigned(bytes[...]) }
        }
        if item["eReaderKey"] != nil { return ("SessionEstablishment", nil) }
        if item["data"] != nil || item["status"] != nil { return ("SessionData", nil) }
        if item[1]?.array?.count == 2, item[0]?.text != nil {
            return read("DeviceEngagement") { () throws(CBORError) in _ = try Engagement(bytes[...]) }
        }
        if item[1] != nil, item[-1] != nil || item[-2] != nil { return ("COSE_Key", nil) }
        let inner = item.tagged(24)?.bytes.flatMap { try? CBORReader.item(in: $0) }
        let whole = inner ?? item
        if let parts = whole.array {
            if parts.count == 3 {
                return read("SessionTranscript") { () throws(CBORError) in
                    _ = try SessionTranscript(reading: bytes[...])
                }
            }
            if case "dcapi"? = parts.first?.text, parts.count == 2 {
                guard parts[1]["recipientPublicKey"] == nil else {
                    return read("EncryptionInfo") { () throws(CBORError) in
                        _ = try EncryptionInfo(Base64URL.encode(bytes))
                    }
                }
                return read("EncryptedResponse") { () throws(CBORError) in _ = try EncryptedResponse(bytes) }
            }
            if case "DeviceAuthentication"? = parts.first?.text { return ("DeviceAuthentication", nil) }
            if case "ReaderAuthentication"? = parts.first?.text { return ("ReaderAuthentication", nil) }
        }
        if whole["valueDigests"] != nil { return ("MobileSecurityObject", nil) }
        if whole["elementIdentifier"] != nil { return ("IssuerSignedItem", nil) }
        if whole["requestInfo"] != nil || (whole["docType"] != nil && whole["nameSpaces"] != nil) {
            return ("ItemsRequest", nil)
        }
        if let message = try? COSESign1(item, limits: DocumentLimits.response) {
            let content = message.payload.flatMap { try? CBORReader.item(in: $0, limits: DocumentLimits.response) }
            if content?["certificateInfos"] != nil {
                return read("VICAL") { () throws(CBORError) in _ = try VICAL(bytes[...]) }
            }
            if content?[65_533] != nil || content?[65_530] != nil {
                return read("status token") { () throws(CBORError) in _ = try StatusToken(bytes[...]) }
            }
            return content?.tagged(24) != nil ? ("IssuerAuth", nil) : ("COSE message", nil)
        }
        return ("CBOR", nil)
    }

    /// Returns the kind of a byte string if its first bytes reveal it.
    static func ofBytes(_ bytes: ArraySlice<UInt8>) -> String? {
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "JPEG picture" }
        if bytes.starts(with: [0, 0, 0, 0x0C, 0x6A, 0x50, 0x20, 0x20]) { return "JPEG 2000 picture" }
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return "PNG picture" }
        if bytes.starts(with: [0x30, 0x82]) || bytes.starts(with: [0x30, 0x81]),
            let certificate = try? Certificate(Array(bytes))
        {
            return "certificate of \(certificate.subject), until \(certificate.notAfter.formatted(.iso8601))"
        }
        return nil
    }
}
