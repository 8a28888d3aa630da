# syntax=docker/dockerfile:1

# By digest, so that a build gives the same image until this line is changed. The version is that of package.json.
FROM node:26.10.0-slim@sha256:ec7758ee051e457b468b32bde57b0879010b325bb9862718e9615225ce4aaae1 AS build
WORKDIR /katydid
COPY package.json package-lock.json .npmrc ./
# The image brings its own Node.js, so the one among the packages is left packed.
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build && npm prune --omit=dev --ignore-scripts

FROM node:26.10.0-slim@sha256:ec7758ee051e457b468b32bde57b0879010b325bb9862718e9615225ce4aaae1
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATABASE_URL=file:/data/katydid.db
WORKDIR /katydid
COPY --from=build /katydid/package.json ./
COPY --from=build /katydid/node_modules ./node_modules
COPY --from=build /katydid/contract ./contract
COPY --from=build /katydid/server ./server
COPY --from=build /katydid/web/dist ./web/dist
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "server/main.ts"]
