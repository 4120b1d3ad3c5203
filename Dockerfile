# A self-hosted server: the Worker in workerd, as a user who owns nothing but the folder of short links.
#   docker build -t waypost . && docker run --read-only -p 8080:8080 -v waypost:/data -e CONTACT=you@example.org waypost
FROM node:22-slim AS build
WORKDIR /waypost
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run server && npm install --prefix dist/server --omit=dev --no-audit --no-fund

FROM node:22-slim
COPY --from=build /waypost/dist/server /opt/waypost
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8080
HEALTHCHECK --start-period=10s CMD ["node", "-e", "fetch('http://127.0.0.1:8080' + (process.env.BASE_PATH ?? '') + '/health?ready').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/opt/waypost/server.js", "--host", "0.0.0.0", "--port", "8080", "--data", "/data"]
