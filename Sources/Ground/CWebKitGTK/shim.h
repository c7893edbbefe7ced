// What Swift cannot import from the library's own headers is wrapped here, in typed static inline functions: cast
// macros, variadic functions, and construction by properties.
#pragma once
#include <webkit/webkit.h>

/// Connects `callback`, of the signal's own C signature, and returns the handler's number.
static inline gulong cwebkit_connect(gpointer object, const char *signal, GCallback callback, gpointer data) {
    return g_signal_connect_data(object, signal, callback, data, NULL, (GConnectFlags)0);
}

/// Connects `callback` as `cwebkit_connect` does. `release` is called with `data` when the handler goes away.
static inline gulong cwebkit_connect_owned(
    gpointer object, const char *signal, GCallback callback, gpointer data, GClosureNotify release) {
    return g_signal_connect_data(object, signal, callback, data, release, (GConnectFlags)0);
}

/// Disconnects every handler of `object` that was connected with `data`.
static inline void cwebkit_disconnect(gpointer object, gpointer data) {
    g_signal_handlers_disconnect_by_data(object, data);
}

/// A view with its own context, session and content manager. The caller owns a floating reference, as with any widget.
static inline WebKitWebView *cwebkit_view_new(
    WebKitWebContext *context, WebKitNetworkSession *session, WebKitUserContentManager *content,
    WebKitSettings *settings) {
    return WEBKIT_WEB_VIEW(g_object_new(
        WEBKIT_TYPE_WEB_VIEW, "web-context", context, "network-session", session, "user-content-manager", content,
        "settings", settings, NULL));
}

/// Settings for pages of others: scripts run, nothing else that a plain page does not need.
static inline WebKitSettings *cwebkit_settings_new(void) {
    return WEBKIT_SETTINGS(g_object_new(
        WEBKIT_TYPE_SETTINGS, "enable-javascript", TRUE, "javascript-can-open-windows-automatically", FALSE,
        "enable-developer-extras", FALSE, "enable-page-cache", FALSE, "enable-back-forward-navigation-gestures", FALSE,
        "enable-media-stream", FALSE, "enable-webrtc", FALSE, "enable-webgl", FALSE, "enable-html5-database", FALSE,
        "javascript-can-access-clipboard", FALSE, "enable-write-console-messages-to-stdout", FALSE,
        "allow-file-access-from-file-urls", FALSE, "allow-universal-access-from-file-urls", FALSE,
        "hardware-acceleration-policy", WEBKIT_HARDWARE_ACCELERATION_POLICY_NEVER, NULL));
}

/// A window of that size with `child` in it, not yet shown.
static inline GtkWindow *cwebkit_window_new(const char *title, int width, int height, gpointer child) {
    GtkWindow *window = GTK_WINDOW(gtk_window_new());
    gtk_window_set_title(window, title);
    gtk_window_set_default_size(window, width, height);
    gtk_window_set_resizable(window, FALSE);
    gtk_window_set_decorated(window, FALSE);
    gtk_window_set_child(window, GTK_WIDGET(child));
    return window;
}

/// The request of a navigation, with the address it goes to; `NULL` for other decisions.
static inline const char *cwebkit_navigation_uri(WebKitPolicyDecision *decision) {
    if (!WEBKIT_IS_NAVIGATION_POLICY_DECISION(decision)) return NULL;
    WebKitNavigationAction *action =
        webkit_navigation_policy_decision_get_navigation_action(WEBKIT_NAVIGATION_POLICY_DECISION(decision));
    return webkit_uri_request_get_uri(webkit_navigation_action_get_request(action));
}

/// Whether a navigation goes on from an answer of a server that said where to go.
static inline gboolean cwebkit_navigation_is_redirect(WebKitPolicyDecision *decision) {
    if (!WEBKIT_IS_NAVIGATION_POLICY_DECISION(decision)) return FALSE;
    return webkit_navigation_action_is_redirect(
        webkit_navigation_policy_decision_get_navigation_action(WEBKIT_NAVIGATION_POLICY_DECISION(decision)));
}

/// The DER of `certificate`, owned by the caller; `NULL` when it has none.
static inline GBytes *cwebkit_certificate_der(GTlsCertificate *certificate) {
    GByteArray *der = NULL;
    g_object_get(certificate, "certificate", &der, NULL);
    return der ? g_byte_array_free_to_bytes(der) : NULL;
}

/// What a response decision is about. The texts are the decision's own, or `NULL`.
typedef struct {
    gboolean is_main_frame;
    gboolean can_be_shown;
    guint status;
    const char *uri;
    /// All fields of that name, joined by commas.
    const char *content_security_policy;
} CWebKitResponse;

static inline CWebKitResponse cwebkit_response(WebKitPolicyDecision *decision) {
    CWebKitResponse out = {FALSE, FALSE, 0, NULL, NULL};
    if (!WEBKIT_IS_RESPONSE_POLICY_DECISION(decision)) return out;
    WebKitResponsePolicyDecision *response = WEBKIT_RESPONSE_POLICY_DECISION(decision);
    out.is_main_frame = webkit_response_policy_decision_is_main_frame_main_resource(response);
    out.can_be_shown = webkit_response_policy_decision_is_mime_type_supported(response);
    WebKitURIResponse *answer = webkit_response_policy_decision_get_response(response);
    out.status = webkit_uri_response_get_status_code(answer);
    out.uri = webkit_uri_response_get_uri(answer);
    SoupMessageHeaders *headers = webkit_uri_response_get_http_headers(answer);
    if (headers) out.content_security_policy = soup_message_headers_get_list(headers, "Content-Security-Policy");
    return out;
}

/// Whether `error` only says that a load was stopped by a decision of ours or replaced by another load.
static inline gboolean cwebkit_is_interruption(const GError *error) {
    return g_error_matches(error, WEBKIT_NETWORK_ERROR, WEBKIT_NETWORK_ERROR_CANCELLED)
        || g_error_matches(error, WEBKIT_POLICY_ERROR, WEBKIT_POLICY_ERROR_FRAME_LOAD_INTERRUPTED_BY_POLICY_CHANGE);
}

/// The arguments of an asynchronous script function: one string, by name.
static inline GVariant *cwebkit_text_argument(const char *name, const char *text) {
    GVariantBuilder builder;
    g_variant_builder_init(&builder, G_VARIANT_TYPE_VARDICT);
    g_variant_builder_add(&builder, "{sv}", name, g_variant_new_string(text));
    return g_variant_builder_end(&builder);
}

/// Sets the only language that servers and scripts are told to prefer: a tag of letters, such as `ar`.
static inline void cwebkit_set_language(WebKitWebContext *context, const char *tag) {
    const gchar *const languages[] = {tag, NULL};
    webkit_web_context_set_preferred_languages(context, languages);
}

/// Hides a window without destroying it.
static inline void cwebkit_window_hide(GtkWindow *window) {
    gtk_widget_set_visible(GTK_WIDGET(window), FALSE);
}

/// Sets what this process asks of pages: dark colours, and no movement.
static inline void cwebkit_set_appearance(gboolean is_dark, gboolean is_moving) {
    g_object_set(
        gtk_settings_get_default(), "gtk-application-prefer-dark-theme", is_dark, "gtk-enable-animations", is_moving,
        NULL);
}
