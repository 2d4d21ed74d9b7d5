# The product in two stages: everything is built in the first, only what runs goes into the second.
# `node scripts/prove-image.mjs` carries out these very steps without Docker.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY . .
RUN npm ci --no-audit --no-fund
RUN npm run build -- --all
RUN npm ci --no-audit --no-fund --omit=dev --workspace server

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data LOG_FORMAT=json
WORKDIR /app
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/package.json package.json
COPY --from=build /app/server server
COPY --from=build /app/console/dist console/dist
COPY --from=build /app/scan/dist scan/dist
RUN rm -rf node_modules/@zhuiyuan server/src server/test && mkdir -p /data && chmod 0700 /data && chown 1000:1000 /data
# The account `node` of the base image: PostgreSQL refuses root, and nothing of the product needs it.
USER 1000:1000
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=120s CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Node itself is the first process: npm would not pass the signal that asks it to end in order.
CMD ["node", "--enable-source-maps", "server/dist/main.js"]
