import Foundation
import HSBCPartnerSDK
import JourneyBase
import JourneyTesting
import JourneyWeb
import Testing

extension EndToEndFixture {
    /// Runs to the recipient's page, which makes these plugin calls one after the other and is then left. Returns the results,
    /// with errors as their codes. None of `secrets` may occur in events or logs.
    static func ask(
        _ plugins: [any JourneyPlugin], may methods: [String], _ calls: [(String, JSONValue)], secrets: [String]
    ) async throws -> [JSONValue] {
        let heard = Shared<String?>(nil)
        let list = JSONValue.array(calls.map { [.string($0.0), $0.1] })
        try await visit(changing: { manifest in
            manifest = JSONValue.object(manifest).allowing(methods, in: "recipient").object ?? [:]
        }) { town in
            var town = town
            town.plugins = plugins
            let person = ScriptedPerson { page, step, visit in
                guard step == "recipient" else { return try await ScriptedPerson.transfer(page, step, visit) }
                let answer = await page.evaluate(
                    """
                    const { Journey } = await import("/pages/assets/journey-bridge.js");
                    const bridge = await Journey.connect();
                    const answers = [];
                    for (const [method, params] of \(list.compactText)) {
                        try { answers.push(await bridge.request(method, params)); }
                        catch (error) { answers.push(error.code); }
                    }
                    return JSON.stringify(answers);
                    """)
                heard.change { $0 = answer }
                try await page.press("#cancel")
            }
            let result = try await town.transfer(by: person)
            #expect(result == .cancelled && person.faults == [])
            for secret in secrets {
                #expect(!"\(town.events.entries) \(town.accessLog.value)".contains(secret))
            }
        }
        let text = try #require(heard.value)
        return try #require(try JSONReader.read(Array(text.utf8)).array)
    }
}
