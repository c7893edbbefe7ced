/// The name of an option with a value. The case determines its spelling: `deviceKey` is `--device-key`.
///
/// All commands share one list, so that a name means the same in each of them and a misspelt one doesn't compile.
package enum OptionName: Hashable, Sendable {
    case accepted, address, air, anchor, answers, approval, at, authority, authorize, autopilot, bankPort, branch,
        chain, client
    case clientID, clientSecretFile, code, color, config, consent, count, country, crl, customer, database, days
    case deviceKey, digest, docType, document, faces, faults, filter, format, gateway, holder, idAttribute, inbox, input
    case graph, index, intermediate, issuer, issuerPort, jobs, journey, junit, keep, key, keyOutput, keys, kid, kills,
        lang, language, least
    case leastDate, leastVersion, locale, manifest, minCoverage, mode, most, name, newAuthority, number, only, openapi
    case operation, operations, organization, out, output, overlay, pages, pairs, passDatabase, passPort, passType
    case passwordFile, patience, phone, picture, pin, plugins, png, policy, port, profile, promotion, provider
    case proxy, proxyPort, purpose, radio, reader, readerKey, request, responses, retain, retries, revoke, root
    case sandbox, screen, script, sdkVersion, seconds, seed, serial, serve, server, set, shots, signer, state, states,
        statusList
    case statusToken, store, style, subscription, svg, tag, team, template, timeline, tokenFile, trace, transcript,
        trust, type
    case upstream, upstreamAuthority, uri, user, value, values, vars, vaultPort, version, vical
    case vicalLeast, vicalPin, vicalTrust, wait, wallet, walletDatabase, walletPort, withhold, workflow
    /// A name that is known only at run time, or to a test.
    case other(String)

    package init(_ text: String) { self = .other(text) }

    /// The spelling, without dashes.
    package var text: String { if case .other(let text) = self { text } else { spelling("\(self)") } }
}

/// The name of an option without a value.
package enum SwitchName: Hashable, Sendable {
    case all, check, console, crl, distributor, draw, engine, front, generate, headless, help, inverted, json, keySet,
        lenient, list, mac
    case printAddress, pushes, reference, remote, renew, resume, rules, stay, stored, version, window
    case watch, withParent, yes
    /// A name that only a test uses.
    case other(String)

    package init(_ text: String) { self = .other(text) }

    /// The spelling, without dashes.
    package var text: String { if case .other(let text) = self { text } else { spelling("\(self)") } }
}

/// The name of an argument.
package enum ArgumentName: Hashable, Sendable {
    case account, address, after, amount, authorities, before, cardID, client, code, data, document, element,
        engagement, entry
    case expr, file, flow, folder, journey, list, manifest, name, object, pass, product, reference, request
    case response, shell
    case tag, template, type, user, what
    /// A name that only a test uses.
    case other(String)

    package init(_ text: String) { self = .other(text) }

    /// The spelling, in capitals.
    package var text: String {
        if case .other(let text) = self { text } else { spelling("\(self)").uppercased() }
    }
}

/// Separates the words of a case's name by hyphens.
private func spelling(_ name: String) -> String {
    name.replacing(/([a-z])([A-Z])/) { "\($0.1)-\($0.2)" }.lowercased()
}
