import HSBCPartnerSDK
import JourneyBase

/// The result screen of this host app.
enum HostScreen {
    static func of(_ result: JourneyResult) -> Screen? {
        let actions = [Screen.Action(id: "close", label: "Close")]
        switch result {
        case .completed(let payload):
            return Screen(id: "result", title: "Done", text: lines(payload), actions: actions)
        case .pending(let payload):
            return Screen(
                id: "result", title: "The bank is still working on it", text: lines(payload), actions: actions)
        case .cancelled: return nil
        case .failed(let code, _, let recoverable):
            return Screen(
                id: "result", title: "That didn't work",
                text: (recoverable ? "Please try again later." : "Please contact your bank.") + "\n\n\(code)",
                actions: actions)
        }
    }

    /// Returns a sentence for a payment; for any other result, a line for each member.
    private static func lines(_ payload: [String: AnyCodable]) -> String {
        if let minor = payload["amount"]?.int64, let currency = payload["currency"]?.string,
            let payee = payload["payeeName"]?.string, let reference = payload["reference"]?.string
        {
            let pence = minor % 100
            return "\(currency) \(minor / 100).\(pence < 10 ? "0" : "")\(pence) is on its way to \(payee).\n\n"
                + "Your reference is \(reference)."
        }
        return payload.sorted { $0.key < $1.key }.compactMap { name, value in
            value == .null ? nil : "\(words(name)): \(value.string ?? value.compactText)"
        }.joined(separator: "\n")
    }

    /// Converts `payeeName` to `Payee name`.
    private static func words(_ name: String) -> String {
        var out = ""
        for character in name {
            if character.isUppercase, !out.isEmpty { out += " " }
            out += out.isEmpty ? character.uppercased() : character.lowercased()
        }
        return out
    }
}
