// SPDX-License-Identifier: Apache-2.0
// GNU libmicrohttpd, with a plain function for the variadic one that starts a server, which Swift cannot call.
#pragma once

#include <arpa/inet.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>

/// Bounds of a server.
struct cmicrohttpd_limits {
  /// Connections at once, in all and from one address.
  unsigned int connections;
  unsigned int connections_per_address;
  /// Seconds without a byte.
  unsigned int timeout;
  /// Bytes for the request line and headers of a connection.
  size_t memory;
};

/// Starts a server on a thread of its own; NULL with errno where it cannot. IPv4 and IPv6 addresses are told by `address`.
static inline struct MHD_Daemon *cmicrohttpd_start(
  const struct sockaddr *address, struct cmicrohttpd_limits limits, MHD_AccessHandlerCallback handler,
  MHD_RequestCompletedCallback completed, void *context) {
  unsigned int flags = MHD_USE_AUTO_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME;
  if (address->sa_family == AF_INET6) flags |= MHD_USE_IPv6;
  return MHD_start_daemon(
    flags, 0, NULL, NULL, handler, context, MHD_OPTION_SOCK_ADDR, address, MHD_OPTION_NOTIFY_COMPLETED, completed, context,
    MHD_OPTION_CONNECTION_LIMIT, limits.connections, MHD_OPTION_PER_IP_CONNECTION_LIMIT, limits.connections_per_address,
    MHD_OPTION_CONNECTION_TIMEOUT, limits.timeout, MHD_OPTION_CONNECTION_MEMORY_LIMIT, limits.memory,
    MHD_OPTION_END);
}

/// The port that a server listens on; 0 where it does not say.
static inline unsigned short cmicrohttpd_port(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
  return info ? info->port : 0;
}

// Enumerators under plain names: Swift would shorten the library's.
static const enum MHD_Result cmicrohttpd_yes = MHD_YES;
static const enum MHD_Result cmicrohttpd_no = MHD_NO;
static const enum MHD_ValueKind cmicrohttpd_headers = MHD_HEADER_KIND;
static const enum MHD_ValueKind cmicrohttpd_arguments = MHD_GET_ARGUMENT_KIND;
static const enum MHD_ResponseMemoryMode cmicrohttpd_copy = MHD_RESPMEM_MUST_COPY;
