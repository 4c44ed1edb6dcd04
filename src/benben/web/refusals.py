"""What is answered when something goes wrong: a code and a sentence, never a trace."""

from __future__ import annotations

import logging

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.responses import Response

from benben.core.errors import BenbenError
from benben.core.text import texts
from benben.table.errors import BadRequest, TableError
from benben.web import api, pages
from benben.web.shapes import error_shape

_ = texts(__package__)

log = logging.getLogger("benben.web")


async def refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, BenbenError)
    status = error.status if isinstance(error, TableError) else 422
    if pages.is_wanted(request):
        return pages.error(request, status, error.say(pages.language_of(request)))
    headers = {"Retry-After": "1"} if status in (429, 503) else None
    return JSONResponse(error_shape(error, _language(request)), status, headers)


async def malformed(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    if pages.is_wanted(request):
        return pages.error(request, 404)
    places = sorted({".".join(str(part) for part in entry["loc"]) for entry in error.errors()})
    refusal = BadRequest(_("The request is not of the right form: {places}.", places=", ".join(places)[:200]))
    return JSONResponse(error_shape(refusal, _language(request)), 422)


async def http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if pages.is_wanted(request):
        return pages.error(request, error.status_code)
    code = {404: "not-found", 405: "method-not-allowed"}.get(error.status_code, "bad-request")
    return JSONResponse({"error": {"code": code, "text": str(error.detail)}}, error.status_code)


async def failed(request: Request, error: Exception) -> Response:
    log.error("failed", exc_info=error)
    if pages.is_wanted(request):
        return pages.error(request, 500)
    return JSONResponse({"error": {"code": "internal", "text": "internal error"}}, 500)


def _language(request: Request) -> str:
    wish = request.query_params.get("lang") or request.cookies.get("lang")
    return api.locale(wish, request.headers.get("accept-language"))


HANDLERS = {BenbenError: refused, RequestValidationError: malformed, HTTPException: http, Exception: failed}


async def answer_to(request: Request, error: Exception) -> Response:
    """What the framework would answer."""
    handler = next(handler for kind, handler in HANDLERS.items() if isinstance(error, kind))
    return await handler(request, error)
