// Asks Perfetto's engine without a browser: engine.js FOLDER REQUEST REPLY. FOLDER holds engine_bundle.js and its modules.
'use strict';
const fs = require('fs');
const path = require('path');
const [folder, request, reply] = process.argv.slice(2);
const fail = error => {
  console.error(String((error && error.stack) || error));
  process.exit(1);
};
process.on('uncaughtException', fail);
process.on('unhandledRejection', fail);
const read = name => fs.readFileSync(path.join(folder, path.basename(String(name))));

// What the bundle uses of a browser's worker.
const replies = [];
const port = {onmessage: null, postMessage: bytes => replies.push(Buffer.from(bytes))};
const worker = {onmessage: null, location: {href: 'file:///engine_bundle.js'}};
class Request {
  open(method, name) { this.name = name; }
  send() {
    const bytes = read(this.name);
    this.status = 200;
    this.response = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
    if (this.onload) this.onload();
  }
}
const fetched = async name => new Response(read(name), {headers: {'content-type': 'application/wasm'}});
const names = ['self', 'console', 'WorkerGlobalScope', 'importScripts', 'XMLHttpRequest', 'fetch', 'process', 'require',
  'module', 'exports', 'window', 'document'];
const quiet = {log() {}, info() {}, warn: console.error, error: console.error};
new Function(...names, read('engine_bundle.js').toString())(
  worker, quiet, function () {}, () => {}, Request, fetched);
worker.onmessage({data: port});

// The engine takes messages once its module is compiled; until then it throws.
const bytes = new Uint8Array(fs.readFileSync(request));
const deadline = Date.now() + 20000;
const ask = () => {
  try {
    port.onmessage({data: bytes});
  } catch (error) {
    if (replies.length || Date.now() > deadline) fail(error);
    setTimeout(ask, 25);
    return;
  }
  fs.writeFileSync(reply, Buffer.concat(replies));
  process.exit(0);
};
// Not at once: a module that is not compiled yet may take half of it.
setTimeout(ask, 250);
