// Receivers of webhooks, as short as they can be: they check the signature and the age of a message, and answer at once.

const NODE = `import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks'; // npm install standardwebhooks

const webhook = new Webhook(process.env.TILLDESK_WEBHOOK_SECRET, { format: 'raw' });

const server = createServer(async (request, response) => {
  try {
    request.setEncoding('utf8');
    let body = '';
    for await (const chunk of request) {
      body += chunk;
      if (body.length > 1_000_000) throw new Error('Too large');
    }
    const event = webhook.verify(body, request.headers);
    console.log(request.headers['webhook-id'], event.type, event.data.id);
    response.writeHead(204).end();
  } catch {
    response.writeHead(400).end('Wrong signature');
  }
});

server.listen(process.env.PORT ?? 4000);
`;

const PYTHON = `import base64, hashlib, hmac, json, os, time
from http.server import BaseHTTPRequestHandler, HTTPServer

SECRET = os.environ["TILLDESK_WEBHOOK_SECRET"].encode()

def is_genuine(headers, body):
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(SECRET, signed, hashlib.sha256).digest()).decode()
    is_recent = abs(time.time() - int(headers["webhook-timestamp"])) < 300
    given = headers["webhook-signature"].split(" ")
    return is_recent and any(hmac.compare_digest(expected, one) for one in given)

class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        genuine = is_genuine(self.headers, body)
        if genuine:
            event = json.loads(body)
            print(self.headers["webhook-id"], event["type"], event["data"]["id"])
        self.send_response(204 if genuine else 400)
        self.end_headers()

HTTPServer(("", int(os.environ.get("PORT", 4000))), Handler).serve_forever()
`;

const PHP = `<?php
$secret = getenv('TILLDESK_WEBHOOK_SECRET');
$body = file_get_contents('php://input');
$id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
$timestamp = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '0';
$given = explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '');

$hash = hash_hmac('sha256', "$id.$timestamp.$body", $secret, true);
$expected = 'v1,' . base64_encode($hash);
$isGenuine = abs(time() - (int) $timestamp) < 300
    && array_filter($given, fn ($one) => hash_equals($expected, $one));

if (!$isGenuine) {
    http_response_code(400);
    exit('Wrong signature');
}
$event = json_decode($body);
error_log("$id {$event->type} {$event->data->id}");
http_response_code(204);
`;

const RUBY = `require "base64"
require "json"
require "openssl"
require "rack" # gem install rack rackup

SECRET = ENV.fetch("TILLDESK_WEBHOOK_SECRET")

def genuine?(env, body)
  id, timestamp = env.values_at("HTTP_WEBHOOK_ID", "HTTP_WEBHOOK_TIMESTAMP")
  hash = OpenSSL::HMAC.digest("SHA256", SECRET, "#{id}.#{timestamp}.#{body}")
  expected = "v1,#{Base64.strict_encode64(hash)}"
  given = env["HTTP_WEBHOOK_SIGNATURE"].to_s.split(" ")
  (Time.now.to_i - timestamp.to_i).abs < 300 &&
    given.any? { |one| Rack::Utils.secure_compare(expected, one) }
end

run(lambda do |env|
  body = env["rack.input"].read
  return [400, {}, ["Wrong signature"]] unless genuine?(env, body)
  event = JSON.parse(body)
  puts [env["HTTP_WEBHOOK_ID"], event["type"], event["data"]["id"]].join(" ")
  [204, {}, []]
end)
`;

const GO = `package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

func isGenuine(header http.Header, body []byte) bool {
	timestamp := header.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > 5*time.Minute {
		return false
	}
	mac := hmac.New(sha256.New, []byte(os.Getenv("TILLDESK_WEBHOOK_SECRET")))
	mac.Write([]byte(header.Get("webhook-id") + "." + timestamp + "."))
	mac.Write(body)
	expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	for _, given := range strings.Split(header.Get("webhook-signature"), " ") {
		if hmac.Equal([]byte(expected), []byte(given)) {
			return true
		}
	}
	return false
}

func main() {
	http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		var event struct {
			Type string
			Data struct{ ID string }
		}
		if err != nil || !isGenuine(r.Header, body) || json.Unmarshal(body, &event) != nil {
			http.Error(w, "Wrong signature", http.StatusBadRequest)
			return
		}
		log.Println(r.Header.Get("webhook-id"), event.Type, event.Data.ID)
		w.WriteHeader(http.StatusNoContent)
	})
	log.Fatal(http.ListenAndServe(":4000", nil))
}
`;

/** The code of a receiver in each language. */
export const RECEIVERS = [
  { id: 'node', label: 'Node', code: NODE },
  { id: 'python', label: 'Python', code: PYTHON },
  { id: 'php', label: 'PHP', code: PHP },
  { id: 'ruby', label: 'Ruby', code: RUBY },
  { id: 'go', label: 'Go', code: GO },
] as const;
