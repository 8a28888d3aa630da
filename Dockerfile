# syntax=docker/dockerfile:1

FROM node:26-slim AS build
WORKDIR /katydid
COPY package.json package-lock.json .npmrc ./
# The image brings its own Node.js, so the one among the packages is left packed.
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build && npm prune --omit=dev --ignore-scripts

FROM node:26-slim
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
