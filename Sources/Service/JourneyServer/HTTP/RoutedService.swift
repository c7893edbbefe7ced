public import JourneyBase

/// A service that is defined by its routes. It can run alone, or as part of a larger router.
public protocol RoutedService: HTTPService {
    var router: Router { get }
}

extension RoutedService {
    public func handle(_ request: HTTPRequest) async -> HTTPResponse { await router.handle(request) }

    public func bodyRule(for head: HTTPRequest) -> HTTPBodyRule { router.bodyRule(for: head) }

    public func routeName(for head: HTTPRequest) -> String? { router.routeName(for: head) }
}
