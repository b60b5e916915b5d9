/**
 * Serves the API reference: Swagger UI's own files, started by our own script file, so that no inline script is needed.
 */
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const files = ['swagger-ui.css', 'swagger-ui-bundle.js'];

export async function serveReference(
  server: FastifyInstance,
  {
    path,
    document,
    open,
  }: { path: string; document: string; /** The tags that are unfolded at first. */ open: readonly string[] },
): Promise<void> {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  server.get(path, (_request, reply) => reply.type('text/html; charset=utf-8').send(page(path)));
  server.get(`${path}/start.js`, (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(start(document, open)),
  );
  await server.register(fastifyStatic, {
    root: folder,
    prefix: `${path}/files/`,
    allowedPath: (name) => files.includes(name.replace(/^\//, '')),
    decorateReply: false,
    index: false,
  });
}

function start(document: string, open: readonly string[]): string {
  return `const ui = SwaggerUIBundle({
  url: ${JSON.stringify(document)},
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'none',
  onComplete() {
    for (const tag of ${JSON.stringify(open)}) ui.layoutActions.show(['operations-tag', tag], true);
  },
});
`;
}

function page(path: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>API reference</title>
    <link rel="icon" href="/favicon.png" type="image/png" sizes="96x96">
    <link rel="stylesheet" href="${path}/files/swagger-ui.css">
  </head>
  <body>
    <div id="reference"></div>
    <script src="${path}/files/swagger-ui-bundle.js"></script>
    <script src="${path}/start.js"></script>
  </body>
</html>
`;
}
