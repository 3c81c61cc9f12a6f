"""A remote signer for tests: answers POSTs as the path asks, over HTTP or HTTPS, on a port of the system's choice.

Arguments: the private key in PEM, a certificate and key for TLS (or "-"), and the authorities of clients (or "-").
"""
import base64, http.server, json, ssl, subprocess, sys, time

key, tls, clients = sys.argv[1:4]


class Signer(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        status, answer = 200, {}
        if self.path == "/sign" or self.path == "/token":
            if self.path == "/token" and self.headers.get("Authorization") != "Bearer open sesame":
                status, answer = 401, {"error": "no token"}
            else:
                arguments = ["openssl", "pkeyutl", "-sign", "-inkey", key, "-pkeyopt", "digest:sha256"]
                made = subprocess.run(arguments, input=base64.b64decode(body["hash"]), capture_output=True)
                answer = {"signature": base64.b64encode(made.stdout).decode(), "algorithm": body["algorithm"]}
        elif self.path == "/refuse":
            status, answer = 403, {"error": "this terminal is not on duty"}
        elif self.path == "/empty":
            answer = {"signature": ""}
        elif self.path == "/large":
            answer = {"signature": "A" * 200000}
        elif self.path == "/slow":
            time.sleep(5)
        elif self.path == "/away":
            status = 302
        data = json.dumps(answer).encode()
        if self.path == "/text":
            data = b"not JSON"
        try:
            self.send_response(status)
            self.send_header("Content-Length", str(len(data)))
            if status == 302:
                self.send_header("Location", "/sign")
            self.end_headers()
            self.wfile.write(data)
        except OSError:
            pass

    def log_message(self, *arguments):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Signer)
if tls != "-":
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tls)
    if clients != "-":
        context.verify_mode = ssl.CERT_REQUIRED
        context.load_verify_locations(clients)
    server.socket = context.wrap_socket(server.socket, server_side=True)
print(server.server_address[1], flush=True)
server.serve_forever()
