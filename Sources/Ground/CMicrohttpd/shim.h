// What Swift cannot import from the library's own headers is wrapped here, in typed static inline functions.
#pragma once
#include <microhttpd.h>
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdint.h>
#include <string.h>

/// What a daemon is started with. Pointers are used during the start only, except the callbacks and their context.
struct cmhd_options {
    const char *ipv4;
    uint16_t port;
    /// Zero for plain HTTP; then certificate, key and priorities do not count.
    int has_tls;
    const char *certificate_pem;
    const char *key_pem;
    const char *tls_priorities;
    unsigned int connection_limit;
    unsigned int address_limit;
    unsigned int idle_timeout_seconds;
    size_t connection_memory;
    void *context;
    MHD_AccessHandlerCallback access;
    MHD_RequestCompletedCallback completed;
    MHD_NotifyConnectionCallback connected;
    void *(*target)(void *context, const char *target, struct MHD_Connection *connection);
    size_t (*unescape)(void *context, struct MHD_Connection *connection, char *text);
};

/// Starts a daemon that the caller's own loop drives: TLS, epoll, suspend and resume. NULL when it cannot start.
static inline struct MHD_Daemon *cmhd_start(const struct cmhd_options *options) {
    struct sockaddr_in address;
    memset(&address, 0, sizeof address);
    address.sin_family = AF_INET;
    address.sin_port = htons(options->port);
    if (inet_pton(AF_INET, options->ipv4, &address.sin_addr) != 1) return NULL;
    struct MHD_OptionItem tls[] = {
        {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)options->certificate_pem},
        {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)options->key_pem},
        {MHD_OPTION_HTTPS_PRIORITIES, 0, (void *)options->tls_priorities},
        {MHD_OPTION_END, 0, NULL},
    };
    struct MHD_OptionItem none[] = {{MHD_OPTION_END, 0, NULL}};
    return MHD_start_daemon(
        (options->has_tls ? MHD_USE_TLS : 0) | MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME, options->port, NULL, NULL,
        options->access, options->context, MHD_OPTION_SOCK_ADDR, &address, MHD_OPTION_CONNECTION_LIMIT,
        options->connection_limit, MHD_OPTION_PER_IP_CONNECTION_LIMIT, options->address_limit,
        MHD_OPTION_NOTIFY_CONNECTION, options->connected, options->context, MHD_OPTION_CONNECTION_TIMEOUT,
        options->idle_timeout_seconds, MHD_OPTION_CONNECTION_MEMORY_LIMIT, options->connection_memory,
        MHD_OPTION_NOTIFY_COMPLETED, options->completed, options->context, MHD_OPTION_URI_LOG_CALLBACK,
        options->target, options->context, MHD_OPTION_UNESCAPE_CALLBACK, options->unescape, options->context,
        MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_ARRAY, options->has_tls ? tls : none, MHD_OPTION_END);
}

/// The port that the daemon is bound to, or 0.
static inline uint16_t cmhd_port(struct MHD_Daemon *daemon) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
    return info ? info->port : 0;
}

/// The epoll descriptor that becomes readable when the daemon has work, or -1.
static inline int cmhd_epoll(struct MHD_Daemon *daemon) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
    return info ? info->epoll_fd : -1;
}

/// The connection's socket, or -1.
static inline int cmhd_socket(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? info->connect_fd : -1;
}

/// Writes the address that the connection comes from into `out`, in network order: 4 bytes, 16, or 0 when it is not known.
static inline int cmhd_client_address(struct MHD_Connection *connection, uint8_t out[16]) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    if (!info || !info->client_addr) return 0;
    if (info->client_addr->sa_family == AF_INET) {
        memcpy(out, &((const struct sockaddr_in *)info->client_addr)->sin_addr, 4);
        return 4;
    }
    if (info->client_addr->sa_family == AF_INET6) {
        memcpy(out, &((const struct sockaddr_in6 *)info->client_addr)->sin6_addr, 16);
        return 16;
    }
    return 0;
}

/// What the connected callback left with the connection, or NULL.
static inline void *cmhd_socket_context(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

/// How many bytes the request's line and header take, with the empty line.
static inline size_t cmhd_header_size(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    return info ? info->header_size : 0;
}

/// How many connections are open.
static inline unsigned int cmhd_connections(struct MHD_Daemon *daemon) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_CURRENT_CONNECTIONS);
    return info ? info->num_connections : 0;
}

/// What a content reader returns at the end, and when the body breaks off.
static inline ssize_t cmhd_end_of_stream(void) { return MHD_CONTENT_READER_END_OF_STREAM; }
static inline ssize_t cmhd_end_with_error(void) { return MHD_CONTENT_READER_END_WITH_ERROR; }

/// Milliseconds until the daemon must run again, or -1 when only new input can give it work.
static inline int64_t cmhd_timeout(struct MHD_Daemon *daemon) {
    MHD_UNSIGNED_LONG_LONG milliseconds;
    if (MHD_get_timeout(daemon, &milliseconds) != MHD_YES) return -1;
    return milliseconds > 60000 ? 60000 : (int64_t)milliseconds;
}
